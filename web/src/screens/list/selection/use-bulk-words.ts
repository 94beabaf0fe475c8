import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../../api/resources.ts'
import { isCancelling } from '../../../api/stages.ts'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import { cancelAllQuestion } from '../../record/cancel-words.ts'

/** What is asked before many records are changed, and told if none of them can be. */
export function useBulkWords(resource: Resource, selected: number) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const share = (count: number) => ({
    possible: format.number(count),
    selected: format.number(selected),
    things: labels.many(resource),
  })
  const shown = (count: number) => ({ count, shown: format.number(count) })
  const toStatus = (count: number, status: string) => ({ ...share(count), status })
  const titleFor = (count: number, status: string) => t('lists:bulk.statusTitle', { ...shown(count), status })
  const stateOf = (isActive: boolean) => t(`lists:bulk.states.${isActive ? 'on' : 'off'}`)
  const none = (status: string, unchanged: number) =>
    t(unchanged === selected ? 'lists:bulk.sameAlready' : 'lists:bulk.statusNone', toStatus(0, status))
  /** Why some records cannot be deleted. */
  const reason = i18next.exists(`names:kept.${resource.name}`) ? t(`names:kept.${resource.name}`) : ''
  return {
    noneDeleted: () => joined(t('lists:bulk.deleteNone', share(0)), reason),
    deletion: (count: number) => ({
      title: t('lists:bulk.deleteTitle', shown(count)),
      text: count < selected ? joined(t('lists:bulk.deletePartly', share(count)), reason) : t('lists:bulk.deleteText'),
      action: t('common:delete'),
      isDangerous: true,
    }),
    noneMoved: (status: string, unchanged: number) => none(labels.choice(status), unchanged),
    noneTurned: (isActive: boolean, unchanged: number) => none(stateOf(isActive), unchanged),
    move(count: number, unchanged: number, status: string, isEstimate: boolean) {
      const name = labels.choice(status)
      const isPartly = count + unchanged < selected
      const partly = isPartly ? t('lists:bulk.statusPartly', toStatus(count, name)) : ''
      const same = unchanged > 0 ? t('lists:bulk.sameStatus', { ...shown(unchanged), status: name }) : ''
      const skipped = isEstimate ? t('lists:bulk.skipped') : ''
      const things = count === 1 ? labels.one(resource) : labels.many(resource)
      const cancelling = cancelAllQuestion(t, resource, format.number(count), things)
      if (isCancelling(resource, status)) return { ...cancelling, text: joined(partly, same, skipped, cancelling.text) }
      return { title: titleFor(count, name), text: joined(partly, same, skipped), action: t('lists:bulk.status') }
    },
    turn: (count: number, isActive: boolean) => ({
      title: titleFor(count, stateOf(isActive)),
      text: t('lists:bulk.undoable'),
      action: t(isActive ? 'lists:bulk.activate' : 'lists:bulk.deactivate'),
    }),
  }
}

const joined = (...sentences: readonly string[]) => sentences.filter((one) => one !== '').join(' ')
