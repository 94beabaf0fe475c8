import assert from 'node:assert/strict'
import { migrations } from '../../src/db/migrations/index.ts'

/** All migrations that came before one. */
export function migrationsBefore(name: string): typeof migrations {
  const index = migrations.findIndex((migration) => migration.name === name)
  assert.ok(index > 0, name)
  return migrations.slice(0, index)
}
