import type { DatabaseSync } from 'node:sqlite'
import { timeOfCommit } from '../ids.ts'

/**
 * When the last transaction was committed, milliseconds since 1970; 0 if that is not known. Every transaction inserts a
 * row into `commits` whose id begins with the time, just before COMMIT.
 */
export function lastCommitIn(database: DatabaseSync): number {
  if (!database.prepare("select 1 from sqlite_schema where name = 'commits'").get()) return 0
  const { last } = database.prepare('select max("id") as last from "commits"').get() as { last: string | null }
  return last === null ? 0 : timeOfCommit(last)
}
