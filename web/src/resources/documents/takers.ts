import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DescribedProgress, DescribedSource } from '../../../../server/src/model/description.ts'
import { permits } from '../../api/permitted.ts'
import type { Resource, Row } from '../../api/resources.ts'
import { useResources } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'

/** A type of document that is made from another one: invoices, of a sales order. */
export interface Taker {
  /** What it takes of the other one's lines, and how far that has come. */
  readonly progress: DescribedProgress
  readonly target: Resource
  readonly source: DescribedSource
}

/** The documents that are made from those of a resource, as far as the user may read them. */
export function useTakers({ name, document }: Resource): readonly Taker[] {
  const resources = useResources()
  return (document?.progress ?? []).flatMap((progress) => {
    const target = resources.find((one) => one.name === progress.by)
    const source = target?.document?.sources?.find((one) => one.resource === name && one.progress === progress.field)
    return target && source ? [{ progress, target, source }] : []
  })
}

/** The action by which one is made, as a record of the other type tells whether it is permitted. */
export const makingOf = ({ target, source }: Pick<Taker, 'target' | 'source'>): string =>
  `${target.name}.${source.action}`

export const canMake = (row: Row, taker: Taker): boolean => permits(row, makingOf(taker))

/** What the button says that makes a document from another one: "Deliver". */
export function useMakingName(): (target: Resource) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  return (target) => {
    const own = `names:making.${target.name}`
    return i18next.exists(own) ? t(own) : t('lists:new', { thing: labels.one(target) })
  }
}
