import assert from 'node:assert/strict'
import type { Engine } from '../../src/db/engine.ts'
import { indexNameOf } from '../../src/db/schema-change.ts'
import { columnOf, lineTableOf, tableOf } from '../../src/db/table.ts'
import type { Fields } from '../../src/model/fields.ts'
import { hasRows } from '../../src/model/kinds/field-kind.ts'
import type { Resource } from '../../src/model/resource.ts'
import { isSortable } from '../../src/model/traits.ts'

const columnNames = async (engine: Engine, table: string): Promise<string[]> =>
  (await engine.describe(engine.reader, table)).columns.map(({ name }) => name).sort()

const indexNames = async (engine: Engine, table: string): Promise<readonly string[]> =>
  (await engine.describe(engine.reader, table)).indexes

export async function assertColumns(engine: Engine, resource: Resource): Promise<void> {
  const { columns, hidden, lines } = tableOf(resource)
  const wanted = [...columns, ...hidden].map(({ name }) => name)
  assert.deepEqual(await columnNames(engine, resource.name), wanted.sort())
  for (const line of lines) {
    const inLine = ['id', 'parent', 'position', ...line.columns.map(({ name }) => name)]
    assert.deepEqual(await columnNames(engine, line.name), inLine.sort())
  }
}

export async function assertSortIndexes(engine: Engine, resource: Resource): Promise<void> {
  const indexes = await indexNames(engine, resource.name)
  const { columns } = tableOf(resource)
  const indexed = (name: string) => columns.find((column) => column.name === name)?.sortKey ?? name
  // Of what every record has, ids are the key, and sorting by `createdAt` is sorting by id.
  const sortable = columns.filter(({ name, field }) => isSortable(field) && name !== 'id' && name !== 'createdAt')
  for (const { name, field } of sortable) {
    assert.ok(indexes.includes(indexNameOf(resource.name, indexed(name))), `${resource.name}.${name}`)
    for (const lead of field.options.indexedWithin ?? []) {
      const index = indexNameOf(resource.name, indexed(columnOf(lead)), indexed(name))
      assert.ok(indexes.includes(index), `${resource.name}: ${name} within ${lead}`)
    }
  }
}

/** Returns how many fields point to another record. */
export async function assertReferenceIndexes(engine: Engine, { name, fields }: Resource): Promise<number> {
  const references = [
    ...refsIn(fields).map((field) => [name, field] as const),
    ...Object.entries(fields)
      .filter(([, field]) => hasRows(field))
      .flatMap(([lines, { options }]) =>
        refsIn(options.fields!).map((field) => [lineTableOf(name, lines), field] as const),
      ),
  ]
  for (const [table, field] of references)
    assert.ok((await indexNames(engine, table)).includes(indexNameOf(table, field)), `${table}.${field}`)
  return references.length
}

const refsIn = (fields: Fields) => Object.keys(fields).filter((name) => fields[name]!.options.target)
