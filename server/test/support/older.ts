import assert from 'node:assert/strict'
import { migrations } from '../../src/db/migrations/index.ts'

/** The tables and columns without which today's code cannot write at all. */
const NEEDED = [
  '0024-write-queue',
  '0025-posting-signatures',
  '0026-sign-in',
  '0027-mail',
  '0029-rights',
  '0030-secret-rotation',
  '0031-series-dates',
  '0033-sort-keys',
  '0035-letterhead',
  '0036-default-values',
  '0037-external-ids',
  '0038-change-feed',
  '0042-mail-requests',
  '0043-replay-rights',
  '0046-invoice-corrections',
  '0047-number-jumps',
]

/** The same for tables that an older database may not have yet. */
const NEEDED_AFTER: { readonly [name: string]: string } = {
  '0032-import-form': '0012-imports',
  '0044-imports': '0012-imports',
}

/** All migrations that came before one, so that today's code can fill an older database. */
export function migrationsBefore(name: string): typeof migrations {
  const index = migrations.findIndex((migration) => migration.name === name)
  assert.ok(index > 0, name)
  const isThere = (earlier: string | undefined) =>
    earlier !== undefined && migrations.findIndex((migration) => migration.name === earlier) < index
  return migrations.filter(
    (migration, place) => place < index || NEEDED.includes(migration.name) || isThere(NEEDED_AFTER[migration.name]),
  )
}
