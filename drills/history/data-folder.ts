import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { RESOURCES } from './content.ts'
import type { Operation } from './history.ts'

// What an embedded database holds that no server uses.

/** Which acknowledged operations are not in the audit log. */
export function missingIn(dataFolder: string, acknowledged: readonly Operation[]): Operation[] {
  const { versions, attempts } = readLog(dataFolder)
  // A status that the record has already is no change: its version is that of another request.
  return acknowledged.filter(({ written = [], ...operation }) =>
    written.length > 0
      ? !written.every(({ id, version }) => versions.has(`${id} ${version}`))
      : !attemptsOf(operation).some((attempt) => attempts.has(attempt)),
  )
}

/** Which of these operations, that must have changed nothing, are in the audit log. */
export function surplusIn(dataFolder: string, others: readonly Operation[]): Operation[] {
  const { attempts } = readLog(dataFolder)
  return others.filter((operation) => attemptsOf(operation).some((attempt) => attempts.has(attempt)))
}

/** The ids of records that are not as the last entry about them says. */
export function staleIn(dataFolder: string): string[] {
  using database = open(dataFolder)
  return RESOURCES.flatMap((resource) => {
    const select = `select coalesce(log."id", record."id") as "id"
      from (select "recordId" as "id", max("recordVersion") as "version", max("action" = 'delete') as "isDeleted"
        from "audit-log" where "resource" = ? and "recordVersion" is not null group by "recordId") log
      full join "${resource}" record on record."id" = log."id"
      where (log."isDeleted" = 0 and record."version" = log."version") is not true
        and (log."isDeleted" = 1 and record."id" is null) is not true`
    return database
      .prepare(select)
      .all(resource)
      .map(({ id }) => id as string)
  })
}

const open = (dataFolder: string) => new DatabaseSync(join(dataFolder, 'kontor.db'))

const attemptsOf = ({ mark, attempts }: Pick<Operation, 'mark' | 'attempts'>): string[] =>
  Array.from({ length: attempts }, (_, index) => `${mark}.${index + 1}`)

/** The changes of records. */
function readLog(dataFolder: string) {
  using database = open(dataFolder)
  const select = `select "requestId", "recordId", "recordVersion" from "audit-log"
    where "requestId" is not null and "recordVersion" is not null`
  const rows = database.prepare(select).all() as Record<'requestId' | 'recordId' | 'recordVersion', unknown>[]
  return {
    versions: new Set(rows.map(({ recordId, recordVersion }) => `${recordId} ${recordVersion}`)),
    attempts: new Set(rows.map(({ requestId }) => requestId)),
  }
}
