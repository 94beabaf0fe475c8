import type { Referrers } from '../core/store.ts'
import type { Resource } from '../model/resource.ts'
import type { Connection, Engine } from './engine.ts'
import type { Column, Table } from './table.ts'

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
    const first = pointing.select(owner).distinct().orderBy(owner).limit(NAMED_AT_MOST)
    const firstIds = (await connection.query(first.compile())).map(([value]) => value as string)
    if (firstIds.length === 0) continue
    const count = pointing.select(({ fn }) => fn.count(owner).distinct().as('total'))
    const [row] = await connection.query(count.compile())
    found.push({ resource, firstIds, count: Number(row![0]) })
  }
  return found
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
