import { type Action, readAction } from '../../core/action.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { own } from '../../model/keys/own.ts'
import { collectWorkbook } from '../export/collect-workbook.ts'
import { CSV_TYPE, csvOf, withoutMark } from '../export/csv.ts'
import { NDJSON_TYPE } from '../export/formats.ts'
import { plainFormats } from '../export/workbook-dates.ts'
import { shownText } from '../xlsx/error-cell.ts'
import type { WorkbookHead } from '../xlsx/write-workbook.ts'
import { XLSX_TYPE } from '../xlsx/xlsx.ts'
import { type Import, importFaults, imports } from './imports.resource.ts'
import { OLD_REASON } from './mapping.ts'
import type { Cell } from './sent-rows.ts'

const PIECE = 200

/** A refused row, as it is stored. */
interface Fault {
  readonly cells: readonly unknown[]
  readonly message: string
}

/** To be mended and sent again. */
export const failedRows: Action = readAction({
  name: 'failed-rows',
  method: 'GET',
  path: '/:id/failed-rows',
  summary: 'Get the rows that were refused',
  description:
    'In the format in which they came (CSV, Excel or NDJSON), with one column more that says why: correct them and send them again with the same mapping. They are kept for 30 days.',
  access: 'read',
  status: 200,
  produces: ['text/csv', XLSX_TYPE, NDJSON_TYPE],
  async run({ records }, { id, list: query = plainList() }) {
    const job = await records.get(imports, id)
    const { records: faults, hasMore } = await records.list(importFaults, {
      ...(query.after ? { after: query.after } : {}),
      ...ofAttempt(job),
    })
    const { type, write } = FORMATS[job.format]
    const last = faults.at(-1)
    return {
      file: {
        name: `failed-${job.resource}.${job.format}`,
        type,
        content: write(job, faults, !query.after),
        isAttachment: true,
        ...(hasMore && { next: { value: last!.createdAt, id: last!.id } }),
      },
    }
  },
  assemble: (_command, pieces, type) => (type === XLSX_TYPE ? collectWorkbook(pieces) : undefined),
})

interface FailedFormat {
  readonly type: string
  write(job: Import, faults: readonly Fault[], isFirst: boolean): Buffer
}

const FORMATS: { readonly [F in Import['format']]: FailedFormat } = {
  csv: { type: CSV_TYPE, write: csvRows },
  xlsx: { type: XLSX_TYPE, write: workbookRows },
  ndjson: { type: NDJSON_TYPE, write: jsonLines },
}

/** In the form of the table: its separator and its byte order mark. */
function csvRows(job: Import, faults: readonly Fault[], isFirst: boolean): Buffer {
  const columns = columnsOf(job)
  const rows = faults.map(({ cells, message }) => [
    ...columns.map(({ index }) => String(cellAt(cells, index))),
    message,
  ])
  const header = isFirst ? [[...columns.map(({ name }) => name), OLD_REASON]] : []
  return csvOf([...header, ...rows], { delimiter: job.delimiter, hasByteOrderMark: job.hasByteOrderMark && isFirst })
}

/** Lines from which `collectWorkbook` makes the workbook. Numbers stay numbers. */
function workbookRows(job: Import, faults: readonly Fault[], isFirst: boolean): Buffer {
  const columns = columnsOf(job)
  const headings = [...columns.map(({ name }) => name), OLD_REASON]
  const head: WorkbookHead = { sheet: job.resource, headings, ...plainFormats }
  const rows = faults.map(({ cells, message }) => [...columns.map(({ index }) => cellAt(cells, index)), message])
  return jsonOf(isFirst ? [head, ...rows] : rows)
}

function jsonLines(_job: Import, faults: readonly Fault[]): Buffer {
  return jsonOf(faults.map(({ cells: [record], message }) => ({ ...(record as object), [OLD_REASON]: message })))
}

const jsonOf = (lines: readonly unknown[]): Buffer =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

/** A table of refused rows that was sent again has the reasons of the time before. */
const columnsOf = ({ columns, mapping }: Import) =>
  columns.flatMap((name, index) => (name === OLD_REASON && !(mapping && own(mapping, name)) ? [] : [{ name, index }]))

/** As it was sent: without its mark, so that `csvOf` does not mark it a second time. */
function cellAt(cells: readonly unknown[], index: number): Cell {
  const cell = (cells[index] ?? '') as Cell
  return typeof cell === 'number' ? cell : shownText(withoutMark(cell))
}

function ofAttempt({ id, attempt }: Import) {
  const { page: _, ...query } = plainList(
    [
      { path: 'import', operator: 'eq', values: [id] },
      { path: 'attempt', operator: 'eq', values: [attempt] },
    ],
    { order: 'asc', perPage: PIECE },
  )
  return query
}
