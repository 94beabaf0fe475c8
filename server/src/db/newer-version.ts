import { migrations as shipped } from './migrations/index.ts'
import type { Migration } from './schema-change.ts'

/** The database or the backup was written by a newer version of Kontor, whose tables this version does not know. */
export class NewerVersion extends Error {}

export function refuseNewer(what: string, applied: readonly string[], known: readonly Migration[] = shipped): void {
  const unknown = applied.find((name) => !known.some((migration) => migration.name === name))
  if (unknown === undefined) return
  throw new NewerVersion(
    `${what} is of a newer version of Kontor: it has the migration "${unknown}", which this version does not know. Update Kontor first.`,
  )
}
