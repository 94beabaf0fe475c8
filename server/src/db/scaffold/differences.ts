import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Resource } from '../../model/resource.ts'
import type { Connection, Engine } from '../engine.ts'
import { migrate } from '../migrate.ts'
import { openEngine } from '../open.ts'
import type { Migration } from '../schema-change.ts'
import { changesOf } from './changes.ts'
import { creationOf } from './creation.ts'
import { type DeclaredTable, declaredTables } from './declared-tables.ts'
import { note, type Step } from './steps.ts'

/** What every table of records, and every table of lines, has. Tables without these belong to the engine itself. */
const RECORD_COLUMNS = ['id', 'createdAt', 'updatedAt', 'createdBy', 'version']
const LINE_COLUMNS = ['id', 'parent', 'position']

/** The steps that the migrations lack, found on an embedded database that exists only meanwhile. */
export async function missingSteps(resources: readonly Resource[], migrations: readonly Migration[]): Promise<Step[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-scaffold-'))
  try {
    const engine = await openEngine(undefined, folder)
    try {
      await migrate(engine, new Date().toISOString(), migrations)
      return await differences(engine, engine.reader, resources)
    } finally {
      await engine.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The steps after which the database is as the declarations ask for it; none if it is. */
export async function differences(
  engine: Engine,
  connection: Connection,
  resources: readonly Resource[],
): Promise<Step[]> {
  const existing = new Set(await engine.tables(connection))
  const tables = declaredTables(resources)
  const steps: Step[] = await surplus(engine, connection, existing, tables)
  for (const table of tables) {
    if (existing.has(table.name)) steps.push(...changesOf(engine, table, await engine.describe(connection, table.name)))
    else steps.push(...creationOf(table, existing.add(table.name)))
  }
  return steps
}

/** Tables of resources, or of lines, that are no longer declared. */
async function surplus(
  engine: Engine,
  connection: Connection,
  existing: ReadonlySet<string>,
  tables: readonly DeclaredTable[],
): Promise<Step[]> {
  const steps: Step[] = []
  for (const name of [...existing].filter((one) => !tables.some((table) => table.name === one))) {
    const columns = (await engine.describe(connection, name)).columns.map((column) => column.name)
    const isDeclarable = [RECORD_COLUMNS, LINE_COLUMNS].some((all) => all.every((column) => columns.includes(column)))
    if (isDeclarable) steps.push(note(`The table ${name} is no longer declared.`))
  }
  return steps
}
