import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyResource } from '../../src/app/every-resource.ts'
import { migrations as shipped } from '../../src/db/migrations/index.ts'
import { missingSteps } from '../../src/db/scaffold/differences.ts'
import { migrationSource } from '../../src/db/scaffold/source.ts'
import type { Migration } from '../../src/db/schema-change.ts'
import type { Resource } from '../../src/model/resource.ts'

const SCHEMA_CHANGE = join(import.meta.dirname, '../../src/db/schema-change.ts')

export interface Generated {
  /** The file that `kontor new-migration` would write. */
  readonly source: string
  /** What it leaves to its author. */
  readonly notes: readonly string[]
  readonly migration: Migration
}

/** The migration that is missing for a catalog, generated and loaded from its text. */
export async function generatedMigration(
  name: string,
  catalog: readonly Resource[],
  migrations: readonly Migration[] = shipped,
): Promise<Generated> {
  const steps = await missingSteps(everyResource(catalog), migrations)
  const source = migrationSource(name, 'generated', steps)
  const notes = steps.flatMap((step) => ('note' in step ? [step.note] : []))
  return { source, notes, migration: await loaded(source) }
}

/** Beside a `schema-change.ts`, as in the folder of migrations. */
async function loaded(source: string): Promise<Migration> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-generated-'))
  try {
    symlinkSync(SCHEMA_CHANGE, join(folder, 'schema-change.ts'))
    mkdirSync(join(folder, 'migrations'))
    const file = join(folder, 'migrations/generated.ts')
    writeFileSync(file, source)
    return (await import(file)).generated
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
