import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemIn } from '../../model/keys/external-ids.ts'
import { own } from '../../model/keys/own.ts'
import { keyFieldAt } from '../../model/keys/record-key.ts'
import type { CellFormat } from '../../model/kinds/field-kind.ts'
import type { Resource } from '../../model/resource.ts'
import { foldCase } from '../../model/text.ts'
import { readCell } from './cells.ts'
import type { ImportColumns } from './columns.ts'
import { type Repeat, ROWS_AT_ONCE } from './imports.resource.ts'
import type { Mapping } from './mapping.ts'
import { cellText, type SentRow, sentRows, valuesIn } from './sent-rows.ts'

/** Of batches whose repeated rows are others than before. */
export type ChangedRepeats = readonly { readonly position: number; readonly found: readonly Repeat[] }[]

/** What identifies the record of a row. */
export interface RowIdentity {
  readonly resource: Resource
  readonly columns: readonly string[]
  readonly mapping: Mapping
  readonly key: readonly string[]
  readonly fields: ImportColumns
  readonly format: CellFormat
}

/** The values of some fields as one text; undefined if the row has none of them. */
export type TextOf = (row: SentRow) => string | undefined

/** Compared as the database compares them: unique fields without regard to case, ids of other systems as they are. */
export function identityText(
  { resource, columns, mapping, fields, format }: RowIdentity,
  paths: readonly string[],
): TextOf {
  const sources = paths.map((path) => {
    const column = columns.find((name) => own(mapping, name) === path) ?? path
    const field = fields.at(path)?.field
    const isFolded = keyFieldAt(resource, path) !== undefined && systemIn(path) === undefined
    return { column, index: columns.indexOf(column), field, isFolded }
  })
  return (row) => {
    const values = sources.map(({ column, index, field, isFolded }) => {
      const cell = row.record ? valuesIn(row.record).find(([name]) => name === column)?.[1] : (row.cells[index] ?? '')
      const text = row.record ? String(cell ?? '').trim() : cellText(row.cells, index)
      if (text === '') return ''
      const value =
        field && (typeof cell === 'string' || typeof cell === 'number') ? readCell(field, cell, text, format) : text
      return isFolded ? foldCase(String(value)) : String(value)
    })
    return values.some((value) => value !== '') ? JSON.stringify(values) : undefined
  }
}

/** Whether rows that follow each other with the same key are lines of one record. */
export const hasLineColumns = ({ mapping, fields }: Pick<RowIdentity, 'mapping' | 'fields'>): boolean =>
  Object.values(mapping).some((path) => fields.at(path)?.lines !== undefined)

/** Finds rows with the key, or another unique value, of an earlier row. Batches are given in their order. */
export class RepeatFinder {
  readonly #identities: readonly { readonly paths: readonly string[]; readonly textOf: TextOf }[]
  readonly #seen: ReadonlyMap<string, number>[]
  readonly #isGrouped: boolean
  #last: string | undefined

  constructor(identity: RowIdentity) {
    const { resource, mapping, key, fields } = identity
    const isUnique = (path: string) => {
      const column = fields.at(path)
      return column && !column.reference && column.lines === undefined && keyFieldAt(resource, path) !== undefined
    }
    const others = Object.values(mapping).filter((path) => !(key.length === 1 && key[0] === path) && isUnique(path))
    this.#identities = [key, ...others.map((path) => [path])].map((paths) => ({
      paths,
      textOf: identityText(identity, paths),
    }))
    this.#seen = this.#identities.map(() => new Map())
    this.#isGrouped = hasLineColumns(identity)
  }

  find(rows: readonly SentRow[]): Repeat[] {
    return rows.flatMap((row, index) => this.#repeatOf(row, index) ?? [])
  }

  #repeatOf(row: SentRow, index: number): Repeat | undefined {
    let repeat: Repeat | undefined
    for (const [place, { paths, textOf }] of this.#identities.entries()) {
      const text = textOf(row)
      if (place === 0) {
        const isLine = this.#isGrouped && text !== undefined && text === this.#last
        this.#last = text
        if (isLine) return undefined
      }
      if (text === undefined) continue
      const seen = this.#seen[place] as Map<string, number>
      const first = seen.get(text)
      if (first === undefined) seen.set(text, row.number)
      else repeat ??= { index, paths, row: first }
    }
    return repeat
  }
}

/** The repeats of all batches. Yields to other requests. */
export async function repeatsIn(
  identity: RowIdentity,
  batches: AsyncIterable<string> | Iterable<string>,
): Promise<Repeat[][]> {
  const finder = new RepeatFinder(identity)
  const repeats: Repeat[][] = []
  for await (const batch of batches) {
    repeats.push(finder.find(sentRows(batch, repeats.length * ROWS_AT_ONCE)))
    await nextTurn()
  }
  return repeats
}
