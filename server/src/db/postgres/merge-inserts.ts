import { Bounded } from '../../model/memo.ts'
import type { Query } from '../engine.ts'
import { piecesOf } from '../shapes.ts'

const STATEMENTS_KEPT = 1000

/** Statements that are sent one after another: one that stands alone, or inserts into one table. */
interface Group {
  readonly query: Query
  readonly rows: Query[]
}

/**
 * Rows for the same table go in one statement. A row moves to the front for this, but never past a statement that concerns
 * its own table or one to which it points.
 */
export function mergeInserts(writes: readonly Query[]): Query[] {
  const groups: Group[] = []
  const lastOn = new Map<string, number>()
  const insertsBy = new Map<string, number>()
  for (const query of writes) {
    const { table = '', name = '', references = [], effect } = query
    const earlier = effect === 'insert' ? insertsBy.get(name) : undefined
    const isFree = earlier !== undefined && lastOn.get(table) === earlier
    if (isFree && references.every((target) => target === table || (lastOn.get(target) ?? -1) < earlier)) {
      groups[earlier]!.rows.push(query)
      continue
    }
    if (effect === 'insert') insertsBy.set(name, groups.length)
    lastOn.set(table, groups.length)
    groups.push({ query, rows: [query] })
  }
  return groups.flatMap(({ query, rows }) => (rows.length === 1 ? [query] : [...piecesOf(rows)].map(merged)))
}

const statements = new Bounded<string>(STATEMENTS_KEPT)

function merged(rows: readonly Query[]): Query {
  const { table, columns, name } = rows[0]!
  const shape = `${name} x${rows.length}`
  const sql = statements.get(shape) ?? statements.keep(shape, insertOf(table!, columns!, rows.length))
  return { sql, name: shape, parameters: rows.flatMap(({ parameters }) => parameters) }
}

function insertOf(table: string, columns: readonly string[], count: number): string {
  const row = (index: number) => `(${columns.map((_, column) => `$${index * columns.length + column + 1}`)})`
  const names = columns.map((column) => `"${column}"`)
  return `insert into "${table}" (${names}) values ${Array.from({ length: count }, (_, index) => row(index))}`
}
