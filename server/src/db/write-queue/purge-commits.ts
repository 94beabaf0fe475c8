import type { Engine } from '../engine.ts'
import { firstCommitIdAt } from '../ids.ts'

/** The result of a commit is asked for within seconds. */
const KEPT_MS = 3_600_000
const ROWS_AT_ONCE = 1000

/** Deletes the rows of earlier commits, a few in each transaction, so that other writes have their turn. */
export async function purgeCommits(engine: Engine, now: number): Promise<void> {
  const { builder } = engine
  const old = builder
    .selectFrom('commits')
    .select('id')
    .where('id', '<', firstCommitIdAt(now - KEPT_MS))
  for (let isMore = true; isMore; ) {
    isMore = await engine.write(async (connection) => {
      const rows = await connection.query({
        ...old.orderBy('id').limit(ROWS_AT_ONCE).compile(),
        effect: 'read',
        table: 'commits',
      })
      const last = rows.at(-1)?.[0]
      if (last === undefined) return false
      const purge = builder.deleteFrom('commits').where('id', '<=', last)
      await connection.query({ ...purge.compile(), effect: 'write', table: 'commits' })
      return rows.length === ROWS_AT_ONCE
    })
  }
}
