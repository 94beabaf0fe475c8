import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource, type Row, valueAt } from '../api/resources.ts'
import { titleOf, titleQuery } from '../api/titles.ts'
import { useResources } from '../api/use-resources.tsx'
import { useFormat, useLabels } from '../i18n/locale.tsx'

/**
 * What questions and messages call a record: "INV-2026-00001", or, without a unique title, what it is about, such as
 * "Payment of 100.00 for INV-2026-00001". `subject`: what a referenced record is called, as far as it is known.
 */
export function useFullTitle(): (resource: Resource, row: Row, subject?: string) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  return (resource, row, subject) => {
    const { about, title, document } = resource
    const thing = labels.one(resource)
    if (!about) return titleOf(resource, row, thing)
    const own = fieldOf(resource, title)?.isUnique ? valueAt(row, title) : null
    if (own) return String(own)
    const field = fieldOf(resource, about.field)
    const known = subject ?? (field?.kind === 'ref' ? undefined : valueAt(row, about.field))
    const quantity = about.amount === undefined ? null : valueAt(row, about.amount)
    const isMoney = fieldOf(resource, about.amount ?? '')?.kind === 'money'
    const amount = typeof quantity === 'number' && (isMoney ? format.money(quantity) : format.number(quantity))
    if (amount) return t(known ? 'records:title.amountFor' : 'records:title.amount', { thing, amount, subject: known })
    if (!known) return thing
    return t(document?.party.name === about.field ? 'records:title.party' : 'records:title.of', {
      thing,
      subject: known,
    })
  }
}

/** The same, with the name of the record that it is about, which may have to be fetched. */
export function useFetchedTitle(): (resource: Resource, row: Row) => Promise<string> {
  const client = useQueryClient()
  const resources = useResources()
  const titled = useFullTitle()
  return async (resource, row) => {
    const field = resource.about && fieldOf(resource, resource.about.field)
    const target = field?.kind === 'ref' ? resources.find(({ name }) => name === field.target) : undefined
    const id = field && valueAt(row, field.name)
    if (!target || typeof id !== 'string') return titled(resource, row)
    const subject = await client.fetchQuery(titleQuery(target, id)).catch(() => undefined)
    return titled(resource, row, subject)
  }
}
