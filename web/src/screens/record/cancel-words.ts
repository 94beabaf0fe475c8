import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import { isCancelling } from '../../api/stages.ts'
import type { Labels } from '../../i18n/labels.ts'
import { useLabels } from '../../i18n/locale.tsx'

/** The words of one resource come first: an order is cancelled, an invoice is voided. */
const keysOf = ({ name }: Resource, word: string) => [`names:cancel.${name}.${word}`, `records:cancel.${word}`]

/** What the button is called that sets this status. */
export function useStepName(resource: Resource): (status: string) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  return (status) =>
    isCancelling(resource, status)
      ? t(keysOf(resource, 'action'), { thing: labels.one(resource) })
      : labels.action(status)
}

/** The question before a record is cancelled; both answers name what happens to the record. */
export const cancelQuestion = (t: TFunction, labels: Labels, resource: Resource, name: string) => ({
  title: t(keysOf(resource, 'title'), { name }),
  text: t('records:cancel.text'),
  action: t(keysOf(resource, 'action'), { thing: labels.one(resource) }),
  keep: t(keysOf(resource, 'keep'), { thing: labels.one(resource) }),
  isDangerous: true,
})

/** The same before several records are cancelled. `shown`: how many. */
export const cancelAllQuestion = (t: TFunction, resource: Resource, shown: string, things: string) => ({
  title: t(keysOf(resource, 'titleAll'), { shown, things }),
  text: t('records:cancel.text'),
  action: t(keysOf(resource, 'actionAll'), { shown, things }),
  keep: t('records:cancel.keepAll'),
  isDangerous: true,
})
