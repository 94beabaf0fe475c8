import type { Field } from '../../model/fields.ts'
import type { Detail } from '../../model/input.ts'
import type { CellFormat } from '../../model/kinds/field-kind.ts'
import { msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { withoutMark } from '../export/csv.ts'
import { refuseFaults } from '../problem.ts'
import { errorIn } from '../xlsx/error-cell.ts'
import type { Mapping } from './mapping.ts'
import { ID } from './target.ts'

/** A row as the body of a request. An empty cell sets nothing. */
export function bodyOf(
  cells: readonly string[],
  columns: readonly string[],
  mapping: Mapping,
  fields: ReadonlyMap<string, Field>,
  format: CellFormat,
): { readonly id: string | undefined; readonly body: AnyRecord } {
  let id: string | undefined
  const body: AnyRecord = {}
  const faults: Detail[] = []
  for (const [index, column] of columns.entries()) {
    const path = mapping[column]
    const text = withoutMark(cells[index] ?? '').trim()
    if (path === undefined || text === '') continue
    const error = errorIn(text)
    if (error !== undefined)
      faults.push({ field: path, message: msg`The cell contains the error ${error}. Correct it.` })
    else if (path === ID) id = text
    else place(body, path.split('.'), readCell(fields.get(path)!, text, format))
  }
  refuseFaults(faults)
  return { id, body }
}

function place(body: AnyRecord, [name = '', ...inner]: readonly string[], value: unknown): void {
  if (inner.length === 0) body[name] = value
  else {
    body[name] ??= {}
    place(body[name] as AnyRecord, inner, value)
  }
}

/** An invalid value stays a text, to be refused with a message that gives the valid form. */
const readCell = ({ kind, options }: Field, text: string, format: CellFormat): unknown =>
  kind.fromCell(text, options, format) ?? text
