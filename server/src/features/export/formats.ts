import type { Call, Context } from '../../core/action.ts'
import { invalid } from '../../core/lists/parameters.ts'
import { present } from '../../core/reply/reply.ts'
import type { Rules } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import { type Message, msg } from '../../model/message.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { WorkbookHead } from '../xlsx/write-workbook.ts'
import { XLSX_TYPE } from '../xlsx/xlsx.ts'
import { csvCell, layoutOf, rowsOf, xlsxCell } from './columns.ts'
import { CSV_TYPE, csvOf } from './csv.ts'
import { withReferenceKeys } from './reference-keys.ts'
import { referredIn } from './referred.ts'
import { type FORMATS, type Sheet, sheetFor, titlesIn } from './spreadsheet.ts'
import { plainFormats, plainWorkbook } from './workbook-dates.ts'

export const NDJSON_TYPE = 'application/x-ndjson'

/** Some of the records of an export. */
export interface Portion {
  readonly resource: Resource
  readonly rules: Rules | undefined
  readonly ctx: Context<Reads>
  readonly call: Call
  readonly records: readonly AnyRecord[]
  /** The other systems whose ids have a column. */
  readonly systems: readonly string[]
  /** Whether the file begins with them. */
  readonly isFirst: boolean
}

interface ExportFormat {
  readonly type: string
  /** The records as a piece of the file. */
  write(portion: Portion): Promise<Buffer>
}

export type FormatName = (typeof FORMATS)[number]

export const formats: { readonly [F in FormatName]: ExportFormat } = {
  csv: { type: CSV_TYPE, write: csvPiece },
  xlsx: { type: XLSX_TYPE, write: workbookPiece },
  ndjson: { type: NDJSON_TYPE, write: ndjsonPiece },
}

async function csvPiece(portion: Portion): Promise<Buffer> {
  const { isFirst } = portion
  const { sheet, layout, shown, titles, referred } = await tableOf(portion)
  const format = sheet?.format(titles)
  const header = isFirst ? [layout.columns.map(({ name }) => sheet?.heading(name) ?? name)] : []
  const rows = shown.flatMap((record) =>
    rowsOf(layout, record, referred, (field, value) => csvCell(field, value, format)),
  )
  return csvOf([...header, ...rows], { ...sheet?.form, hasByteOrderMark: sheet !== undefined && isFirst })
}

/** Lines from which `collectWorkbook` makes the workbook once all of them are there. */
async function workbookPiece(portion: Portion): Promise<Buffer> {
  const { sheet, layout, shown, titles, referred } = await tableOf(portion)
  const format = sheet?.workbookFormat(titles) ?? plainWorkbook()
  const head: WorkbookHead = {
    sheet: portion.resource.name,
    headings: layout.columns.map(({ name }) => sheet?.heading(name) ?? name),
    ...(sheet?.workbook ?? plainFormats),
  }
  const rows = shown.flatMap((record) =>
    rowsOf(layout, record, referred, (field, value) => xlsxCell(field, value, format)),
  )
  return linesOf(portion.isFirst ? [head, ...rows] : rows)
}

/** The records as a list of the API shows them, with the keys that are asked for in the place of ids. */
async function ndjsonPiece({ resource, rules, ctx, call, records }: Portion): Promise<Buffer> {
  if (call.input.for) throw invalid('for', FOR_TABLES)
  const shown = await present({ resource, ...(rules && { rules }), actions: [] }, ctx, records, call.select)
  const layout = layoutOf(resource, ctx.permission.hidden, { select: call.select })
  return linesOf(withReferenceKeys(layout, shown, await referredIn(ctx, layout, shown)))
}

const FOR_TABLES: Message = msg`for=spreadsheet needs a table: use format=xlsx or format=csv.`

const linesOf = (values: readonly unknown[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))

async function tableOf({ resource, rules, ctx, call, records, systems }: Portion) {
  const sheet: Sheet | undefined = sheetFor(call.input, ctx.actor.language)
  const options = { select: call.select, isForPeople: sheet !== undefined, systems }
  const layout = layoutOf(resource, ctx.permission.hidden, options)
  const shown = await present({ resource, ...(rules && { rules }), actions: [] }, ctx, records, layout.fields)
  const titles = sheet ? await titlesIn(ctx, layout, shown) : new Map<string, string>()
  return { sheet, layout, shown, titles, referred: await referredIn(ctx, layout, shown) }
}
