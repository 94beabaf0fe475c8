import { covers, mayRead, maySee, permissionFor } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { invalid } from '../../core/lists/parameters.ts'
import type { Reads } from '../../core/store.ts'
import { choice, text } from '../../model/fields.ts'
import type { SheetFormat } from '../../model/kinds/field-kind.ts'
import { LANGUAGES, type Language, msg } from '../../model/message.ts'
import { type AnyRecord, type Resource, resourceNamed, valueAt } from '../../model/resource.ts'
import { choiceText, flagText, headingOf } from '../../texts/headings.ts'
import type { WorkbookHead } from '../xlsx/write-workbook.ts'
import { linesOf, type TableLayout } from './columns.ts'
import type { CsvForm } from './csv.ts'
import { dayFormatOf, workbookDates } from './workbook-dates.ts'

export const FORMATS = ['csv', 'xlsx', 'ndjson'] as const

/** Parameters of an export beside those of its list. */
export const tableQuery = {
  format: choice(FORMATS, { default: 'csv' }),
  for: choice(['spreadsheet'], {
    description: 'A table for people: headings in their language, their dates and decimals, titles instead of ids.',
  }),
  locale: text({ max: 35, description: 'Of a spreadsheet, such as de-DE; the language of the request if left out.' }),
  timeZone: text({ max: 60, description: 'Of the times in a spreadsheet, such as Europe/Berlin; UTC if left out.' }),
}

/** How a spreadsheet is written. */
export interface Sheet {
  readonly form: CsvForm
  readonly workbook: Pick<WorkbookHead, 'dayFormat' | 'timeFormat'>
  heading(path: string): string
  format(titles: ReadonlyMap<string, string>): SheetFormat
  /** In a workbook days and times are no texts. */
  workbookFormat(titles: ReadonlyMap<string, string>): SheetFormat
}

interface TableRequest {
  readonly for?: string | null
  readonly locale?: string | null
  readonly timeZone?: string | null
}

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** Undefined for a table that a program reads. */
export function sheetFor({ for: purpose, locale, timeZone }: TableRequest, asked: Language): Sheet | undefined {
  if (!purpose) return undefined
  const tag = localeIn(locale ?? asked)
  const zone = zoneIn(timeZone ?? 'UTC')
  if (!tag) throw invalid('locale', msg`locale must be a language tag such as de-DE.`)
  if (!zone) throw invalid('timeZone', msg`timeZone must be a name such as Europe/Berlin.`)
  const language = LANGUAGES.find((known) => known === new Intl.Locale(tag).language) ?? 'en'
  const hasDecimalCommas = new Intl.NumberFormat(tag).format(1.5).includes(',')
  // A date has no time zone; read and written as UTC it stays the day that it is.
  const date = new Intl.DateTimeFormat(tag, { ...DAY, timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: zone })
  const dayOf = new Intl.DateTimeFormat(tag, { ...DAY, timeZone: zone })
  const format = (titles: ReadonlyMap<string, string>): SheetFormat => ({
    date: (value) => date.format(new Date(value)),
    instant: (value) => `${dayOf.format(new Date(value))} ${time.format(new Date(value))}`,
    flag: (value) => flagText(value, language),
    choice: (value) => choiceText(value, language),
    title: (target, id) => titles.get(`${target} ${id}`) ?? id,
  })
  const dayFormat = dayFormatOf(date)
  return {
    form: { delimiter: hasDecimalCommas ? ';' : ',', hasByteOrderMark: true, hasDecimalCommas },
    workbook: { dayFormat, timeFormat: `${dayFormat} hh:mm` },
    heading: (path) => headingOf(path, language),
    format,
    workbookFormat: (titles) => ({ ...format(titles), ...workbookDates(zone), inList: format(titles) }),
  }
}

function localeIn(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0]
  } catch {
    return undefined
  }
}

function zoneIn(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** What the records are called that the rows name, as far as the actor may know it; by resource and id. */
export async function titlesIn(
  ctx: Context<Reads>,
  layout: TableLayout,
  records: readonly AnyRecord[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  const named = layout.columns.flatMap(({ field, valueIn }) => {
    const { target } = field.options
    if (target === undefined) return []
    const ids = records.flatMap((record) => linesOf(layout, record).map((line) => valueIn(record, line)))
    return [{ target, ids: ids.filter((id) => typeof id === 'string') }]
  })
  for (const [name, columns] of Map.groupBy(named, ({ target }) => target)) {
    const target = resourceNamed(name)
    if (!target || !isTitleKnown(ctx, target)) continue
    const ids = [...new Set(columns.flatMap((column) => column.ids))]
    for (const [id, record] of await ctx.records.getMany(target, ids))
      if (maySee(ctx.actor, target, record))
        titles.set(`${name} ${id}`, String(valueAt(record as AnyRecord, target.title) ?? id))
  }
  return titles
}

const isTitleKnown = ({ actor }: Context<Reads>, target: Resource): boolean =>
  mayRead(actor, target) && !covers(permissionFor(actor, target).hidden, target.title)
