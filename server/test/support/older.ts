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
]
/** From here on all of them, since each table and column of today's declarations is written. */
const NEEDED_FROM = '0047-number-jumps'

/** The same for tables that an older database may not have yet. */
const NEEDED_AFTER: { readonly [name: string]: string } = {
  '0032-import-form': '0012-imports',
  '0044-imports': '0012-imports',
}

/** All migrations that came before one, so that today's code can fill an older database. */
export function migrationsBefore(name: string): typeof migrations {
  const placeOf = (one: string) => migrations.findIndex((migration) => migration.name === one)
  const index = placeOf(name)
  assert.ok(index > 0, name)
  const isThere = (earlier: string | undefined) => earlier !== undefined && placeOf(earlier) < index
  const isNeeded = ({ name: one }: { readonly name: string }, place: number) =>
    place >= placeOf(NEEDED_FROM) || NEEDED.includes(one) || isThere(NEEDED_AFTER[one])
  return migrations.filter((migration, place) => place < index || isNeeded(migration, place))
}
