import type { Context } from '../../core/action.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { businessSettings } from '../settings/settings.operations.ts'
import type { DocumentResource } from './document-type.ts'
import { numberFrom, seriesOf } from './numbering.ts'

/**
 * The next number of a document, taken for good when the transaction is. The date of the document decides the year. Each
 * type of document counts for itself, whatever patterns the others have or had.
 */
export async function nextDocumentNumber(ctx: Context, resource: DocumentResource, date: string): Promise<string> {
  const { pattern, setting } = resource.document.number!
  const found = setting === undefined ? pattern! : ((await businessSettings(ctx)) as AnyRecord)[setting]
  const year = date.slice(0, 4)
  const series = `${resource.name} ${seriesOf(found as string, year)}`
  return numberFrom(found as string, year, await ctx.records.nextNumber(series))
}
