import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Operation } from '../history/history.ts'

/** Which acknowledged operations are not in the audit log of an embedded database that no server uses. */
export function missingIn(dataFolder: string, acknowledged: readonly Operation[]): Operation[] {
  using database = new DatabaseSync(join(dataFolder, 'kontor.db'))
  const select = `select "requestId", "recordId", "recordVersion" from "audit-log" where "requestId" is not null`
  const rows = database.prepare(select).all() as Record<'requestId' | 'recordId' | 'recordVersion', unknown>[]
  const versions = new Set(rows.map(({ recordId, recordVersion }) => `${recordId} ${recordVersion}`))
  const attempts = new Set(rows.map(({ requestId }) => requestId))
  // A status that the record has already is no change: its version is that of another request.
  const isStored = ({ written = [], mark, attempts: count }: Operation) =>
    written.length > 0
      ? written.every(({ id, version }) => versions.has(`${id} ${version}`))
      : Array.from({ length: count }, (_, index) => `${mark}.${index + 1}`).some((attempt) => attempts.has(attempt))
  return acknowledged.filter((operation) => !isStored(operation))
}
