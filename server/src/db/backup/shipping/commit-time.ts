import type { DatabaseSync } from 'node:sqlite'
import { firstCommitIdAt, timeOfCommit } from '../../ids.ts'

/**
 * When the last transaction was committed, milliseconds since 1970; 0 if that is not known. Every transaction inserts a
 * row into `commits` whose id begins with the time, just before COMMIT. Ids that are later than `limit`, the time of asking,
 * are not believed: they were made while the clock was ahead. Nor are those in `ignored`.
 */
export function lastCommitIn(
  database: DatabaseSync,
  limit = Number.POSITIVE_INFINITY,
  ignored: ReadonlySet<string> = new Set(),
): number {
  if (!hasCommits(database)) return 0
  const ids = database.prepare('select "id" from "commits" where "id" < ? order by "id" desc')
  for (const { id } of ids.iterate(firstCommitIdAt(limit + 1)))
    if (!ignored.has(String(id))) return timeOfCommit(String(id))
  return 0
}

/** The ids of transactions that seem to be later than a moment. */
export function commitsAfter(database: DatabaseSync, moment: number): ReadonlySet<string> {
  if (!hasCommits(database)) return new Set()
  const rows = database.prepare('select "id" from "commits" where "id" >= ?').all(firstCommitIdAt(moment + 1))
  return new Set(rows.map(({ id }) => String(id)))
}

const hasCommits = (database: DatabaseSync): boolean =>
  database.prepare("select 1 from sqlite_schema where name = 'commits'").get() !== undefined
