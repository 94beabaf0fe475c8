import type { DateFormat, SheetFormat } from '../../model/kinds/field-kind.ts'
import { XlsxDate } from '../xlsx/cell.ts'

/** A workbook has no time zones: a time is what the clock shows in this one. */
export function workbookDates(zone: string): DateFormat {
  // Swedish writes 2026-01-31 09:30:00,123.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  })
  return {
    date: (value) => new XlsxDate(value),
    instant: (value) => new XlsxDate(clock.format(new Date(value)).replace(' ', 'T').replace(',', '.')),
  }
}

const asText = {
  date: (value: string) => value,
  instant: (value: string) => value,
  flag: (value: boolean) => value,
  choice: (value: string) => value,
  title: (_target: string, id: string) => id,
}

/** How a workbook for programs is written: times are in UTC. */
export const plainWorkbook = (): SheetFormat => ({ ...asText, ...workbookDates('UTC'), inList: asText })
export const plainFormats = { dayFormat: 'yyyy-mm-dd', timeFormat: 'yyyy-mm-dd hh:mm:ss' }

const SIGNS: Readonly<Record<string, string>> = { day: 'dd', month: 'mm', year: 'yyyy' }

/** The order and the separator of a locale, as workbooks write a format: `dd.mm.yyyy`. */
export function dayFormatOf(format: Intl.DateTimeFormat): string {
  const parts = format.formatToParts(0)
  const signs = parts.flatMap(({ type }) => SIGNS[type] ?? [])
  const between = parts.find(({ type }, index) => type === 'literal' && index > 0)?.value.trim() ?? ''
  return signs.join(/^[./-]$/.test(between) ? between : '-')
}
