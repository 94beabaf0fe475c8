import { type ColumnSpecs, lineSpecs, type SchemaChange } from '../schema-change.ts'
import { lineTableOf } from '../table.ts'

/** Line tables as they were before 0023: each row under its own id. New migrations use `schema.createLines`. */
export async function createLinesById(
  schema: SchemaChange,
  resource: string,
  field: string,
  columns: ColumnSpecs,
  indexed: readonly string[] = [],
): Promise<void> {
  const table = lineTableOf(resource, field)
  const { schema: ddl } = schema.builder
  await schema.createTable(table, lineSpecs(resource, columns))
  await schema.run(ddl.createIndex(`${table}_parent_position`).on(table).columns(['parent', 'position']))
  for (const column of indexed) await schema.createIndex(table, column)
}

/** Rebuilds such a table as `schema.createLines` makes it. */
export async function keepLinesTogether(
  schema: SchemaChange,
  resource: string,
  field: string,
  columns: ColumnSpecs,
  indexed: readonly string[] = [],
): Promise<void> {
  const { builder } = schema
  const table = lineTableOf(resource, field)
  const rebuilt = `${table}_by_parent`
  const specs = lineSpecs(resource, columns)
  await schema.createTable(rebuilt, specs, ['parent', 'position'], true)
  const names = Object.keys(specs)
  const all = builder.selectFrom(table).select(names).orderBy('parent').orderBy('position')
  await schema.run(builder.insertInto(rebuilt).columns(names).expression(all))
  await schema.run(builder.schema.dropTable(table))
  await schema.run(builder.schema.alterTable(rebuilt).renameTo(table))
  for (const column of indexed) await schema.createLineIndex(resource, field, column)
}
