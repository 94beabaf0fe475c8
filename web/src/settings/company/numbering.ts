import { numberFrom, seriesOf } from '../../../../server/src/resources/documents/numbering.ts'

/** Numbers begin again with the year of the company, which may not be the reader's. */
export const yearIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(now)

const NUMBER = '{number}'

/** What all numbers of the series begin with. */
export const prefixOf = (pattern: string, year: string): string => seriesOf(pattern, year).split(NUMBER)[0]!

/** The one after the last of the same series; the first if there is none yet. */
export function nextNumber(pattern: string, year: string, last: string | undefined): string {
  const [before = '', after = ''] = seriesOf(pattern, year).split(NUMBER)
  const isSame = last?.startsWith(before) && last.endsWith(after)
  const digits = isSame ? last!.slice(before.length, last!.length - after.length) : ''
  const number = /^\d+$/.test(digits) ? Number(digits) : 0
  return numberFrom(pattern, year, number + 1)
}
