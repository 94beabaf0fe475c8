import { sql } from 'kysely'
import type { Referrer, Referrers } from '../core/store.ts'
import type { Resource } from '../model/resource.ts'
import type { Connection, Engine } from './engine.ts'
import { among, composed } from './lists/conditions.ts'
import { type Column, REMOVED_COLUMN, type Table } from './table.ts'

const NAMED_AT_MOST = 3

interface Reference {
  readonly resource: string
  readonly table: string
  readonly column: string
  /** The column that names the referring record: its id, or the parent of a line. */
  readonly owner: 'id' | 'parent'
}

/** The records of other resources that point to this one, found through the declarations. */
export async function referrersOf(
  engine: Engine,
  connection: Connection,
  tables: ReadonlyMap<string, Table>,
  target: Resource,
  id: string,
): Promise<Referrers[]> {
  const found: Referrers[] = []
  for (const { resource, table, column, owner } of referencesTo(tables, target.name)) {
    const pointing = engine.builder.selectFrom(table).where(column, '=', id)
    const few = pointing.select(owner).distinct().orderBy(owner).limit(NAMED_AT_MOST)
    const firstIds = (await connection.query(few.compile())).map(([value]) => value as string)
    if (firstIds.length === 0) continue
    const count = pointing.select(({ fn }) => fn.count(owner).distinct().as('total'))
    const [row] = await connection.query(count.compile())
    const first = await namesOf(engine, connection, tables.get(resource)!, firstIds)
    found.push({ resource, first, count: Number(row![0]) })
  }
  return found
}

/** Records that were deleted but are retained have a number to be called by. */
async function namesOf(
  { builder }: Engine,
  connection: Connection,
  { name, resource: { retained } }: Table,
  ids: readonly string[],
): Promise<Referrer[]> {
  if (!retained) return ids.map((id) => ({ id }))
  const removed = builder.selectFrom(name).select(['id', retained]).where(REMOVED_COLUMN, 'is not', null)
  const rows = await connection.query(removed.where('id', 'in', ids).compile())
  const numbers = new Map(rows.map(([id, number]) => [id, number as string]))
  return ids.map((id) => ({ id, ...(numbers.has(id) && { removedNumber: numbers.get(id)! }) }))
}

/** Which of these records others point to, but for records that the service keeps for its own use. */
export async function idsInUse(
  engine: Engine,
  connection: Connection,
  tables: ReadonlyMap<string, Table>,
  target: Resource,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  const { builder } = engine
  for (const { resource, table, column } of referencesTo(tables, target.name)) {
    const rest = ids.filter((id) => !used.has(id))
    if (rest.length === 0 || tables.get(resource)!.resource.internal) continue
    const pointing = builder.selectFrom(`${table} as pointing`).select('pointing.id')
    const some = among(engine, 'id', sql.ref('target.id'), rest)
    const found = composed(engine, `${target.name} used by ${table} ${column}`, [some], [], (where) =>
      builder
        .selectFrom(`${target.name} as target`)
        .select('target.id')
        .where(where)
        .where(({ exists }) => exists(pointing.whereRef(`pointing.${column}`, '=', 'target.id'))),
    )
    for (const [id] of await connection.query(found)) used.add(id as string)
  }
  return used
}

function referencesTo(tables: ReadonlyMap<string, Table>, target: string): Reference[] {
  const pointing = (columns: readonly Column[]) =>
    columns.filter(({ field, name }) => field.options.target === target && name !== 'createdBy')
  return [...tables.values()].flatMap(({ name: resource, columns, lines }) => [
    ...pointing(columns).map(({ name }) => ({ resource, table: resource, column: name, owner: 'id' as const })),
    ...lines.flatMap((line) =>
      pointing(line.columns).map(({ name }) => ({
        resource,
        table: line.name,
        column: name,
        owner: 'parent' as const,
      })),
    ),
  ])
}
