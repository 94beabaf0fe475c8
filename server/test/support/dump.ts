import assert from 'node:assert/strict'
import type { Engine } from '../../src/db/engine.ts'

/** All rows of all tables, as texts in order: two dumps are equal if and only if nothing has changed. */
export async function dumpOf({
  builder,
  reader,
  tables,
}: Engine): Promise<Readonly<Record<string, readonly string[]>>> {
  const dump: Record<string, readonly string[]> = {}
  for (const table of (await tables(reader)).toSorted()) {
    const rows = await reader.query(builder.selectFrom(table).selectAll().compile())
    dump[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return dump
}

/** Fails with the rows that have come or gone. */
export async function assertUnchanged(engine: Engine, stored: Awaited<ReturnType<typeof dumpOf>>): Promise<void> {
  const now = await dumpOf(engine)
  assert.deepEqual(Object.keys(now), Object.keys(stored))
  for (const [table, rows] of Object.entries(now)) {
    const [before, after] = [new Set(stored[table]), new Set(rows)]
    const changed = { gone: [...before.difference(after)], come: [...after.difference(before)] }
    assert.deepEqual({ ...changed, count: rows.length }, { gone: [], come: [], count: stored[table]!.length }, table)
  }
}
