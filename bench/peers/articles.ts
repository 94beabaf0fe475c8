import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { itemAt } from '../../server/src/demo/sized/items.ts'

/** The fields of an item that every peer stores. */
export interface Article {
  readonly code: string
  readonly name: string
  readonly category: string | null
  readonly uom: string
  readonly price: number
  readonly cost: number
  readonly description: string | null
  readonly active: boolean
}

/** The same items as in the database of Kontor. */
export const articlesOf = (count: number): Article[] =>
  Array.from({ length: count }, (_, index) => {
    const { itemCode, itemName, category, uom, sellingPrice, costPrice, description, isActive } = itemAt(index + 1, '')
    return {
      code: itemCode,
      name: itemName,
      category,
      uom,
      price: sellingPrice,
      cost: costPrice,
      description,
      active: isActive,
    }
  })

/** Writes rows directly into the SQLite file of a peer, and creates indexes. All rows must have the same columns. */
export function fillTable(
  file: string,
  table: string,
  rows: readonly Readonly<Record<string, SQLInputValue>>[],
  indexed: readonly string[],
): void {
  const database = new DatabaseSync(file)
  const columns = Object.keys(rows[0]!)
  const insert = database.prepare(
    `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`)}) VALUES (${columns.map(() => '?')})`,
  )
  database.exec('BEGIN')
  for (const row of rows) insert.run(...Object.values(row))
  for (const column of indexed) database.exec(`CREATE INDEX "${table}_${column}" ON "${table}" ("${column}")`)
  database.exec('COMMIT')
  database.close()
}
