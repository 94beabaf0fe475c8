import type { Context } from '../../core/action.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { businessSettings } from '../settings/settings.operations.ts'
import type { DocumentResource } from './document-type.ts'

const NUMBER = /\{number(?::(\d{1,2}))?\}/g
const DIGITS = 5

/** `SO-{year}-{number}` with 2026 and 1 is `SO-2026-00001`. */
export const numberFrom = (pattern: string, year: string, number: number): string =>
  pattern
    .replaceAll('{year}', year)
    .replace(NUMBER, (_, digits) => String(number).padStart(Number(digits ?? DIGITS), '0'))

/**
 * One series for each pattern, and for each year if the pattern shows it: numbers begin again with the year. How many
 * digits are shown makes no other series, else the same number would come twice.
 */
export const seriesOf = (pattern: string, year: string): string =>
  pattern.replaceAll('{year}', year).replace(NUMBER, '{number}')

export const isPattern = (pattern: string): boolean =>
  [...pattern.matchAll(NUMBER)].length === 1 && !/[{}]/.test(pattern.replaceAll('{year}', '').replace(NUMBER, ''))

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
