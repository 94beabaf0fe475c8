import type { Connection, Engine } from './engine.ts'

/** Statements that read the schema of the database. Those of one table take its name as their parameter. */
export interface CatalogTexts {
  readonly tables: string
  /** Name, type, and whether a value is required. */
  readonly columns: string
  readonly indexes: string
  /** Name and definition, without unique ones. */
  readonly indexDefinitions: string
  /** Table, column, and the table to which it points. */
  readonly foreignKeys: string
}

export const catalogOf = (texts: CatalogTexts) =>
  ({
    tables: async (connection) => (await ask<[string]>(connection, texts.tables)).map(([name]) => name),
    async describe(connection, table) {
      const columns = await ask<[string, string, unknown]>(connection, texts.columns, table)
      const indexes = await ask<[string]>(connection, texts.indexes, table)
      return {
        columns: columns.map(([name, type, isRequired]) => ({ name, type, isRequired: Boolean(isRequired) })),
        indexes: indexes.map(([name]) => name),
      }
    },
    async indexDefinitions(connection, table) {
      const rows = await ask<[string, string]>(connection, texts.indexDefinitions, table)
      return rows.map(([name, definition]) => ({ name, definition }))
    },
    async foreignKeys(connection) {
      const rows = await ask<[string, string, string]>(connection, texts.foreignKeys)
      return rows.map(([table, column, target]) => ({ table, column, target }))
    },
  }) satisfies Partial<Engine>

const ask = async <Row extends readonly unknown[]>(connection: Connection, sql: string, ...parameters: string[]) =>
  (await connection.query({ sql, parameters })) as readonly Row[]
