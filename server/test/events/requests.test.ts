import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { endOfFeed, eventsAfter } from '../support/events.ts'
import { type Kontor, kontorFor, openKontor } from '../support/kontor.ts'
import { assertRefused, createCustomer, createItem, times } from '../support/records.ts'
import { sameDatabase } from '../support/same-database.ts'

const run = ({ engine }: Kontor, sql: string) => engine.write((connection) => connection.query({ sql, parameters: [] }))

onEveryDatabase('A request for events', (kind) => {
  const kontor = kontorFor(kind)

  test('is refused with a hint at the nearest name for an unknown resource, type or parameter', async () => {
    const messageOf = async (query: string) => {
      const answer = await kontor().get(`/events?${query}`)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'INVALID_PARAMETER'], answer.text)
      return answer.body.error.message
    }
    assert.match(await messageOf('resources=invoice'), /"invoice", which has no events\. Did you mean "invoices"\?/)
    assert.match(await messageOf('types=invoices.payed'), /Did you mean "invoices.paid"\?/)
    assert.match(await messageOf('afer=now'), /Did you mean "after"\?/)
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'wait=31',
      'wait=-1',
      'include=lines',
      'resources=audit-log',
    ])
      await messageOf(query)
  })

  test('is refused for a cursor that was changed, or that belongs to a list', async () => {
    const cursor = await endOfFeed(kontor())
    await times(3, () => createCustomer(kontor()))
    const { nextCursor } = (await kontor().get('/customers?perPage=1&page=1')).body.meta
    for (const wrong of ['abc', `${cursor}x`, nextCursor ?? 'none'])
      assertRefused(await kontor().get(`/events?after=${wrong}`), 400, 'INVALID_CURSOR')
  })

  test('examines a bounded number of changes, and says that there are more', async () => {
    const other = await openKontor(kind)
    try {
      const start = await endOfFeed(other)
      for (const statement of manyEntries(2100)) await run(other, statement)
      const first = await other.get(`/events?after=${start}&types=items.created`)
      assert.deepEqual([first.body.data, first.body.meta.hasMore], [[], true])
      const second = await other.get(`/events?after=${first.body.meta.cursor}&types=items.created`)
      assert.deepEqual([second.body.data, second.body.meta.hasMore], [[], false])
      assert.equal((await eventsAfter(other, start)).events.length, 2100)
    } finally {
      await other.close()
    }
  })

  test('is refused with a cursor from after the backup that the database was restored from', async () => {
    const other = await openKontor(kind)
    try {
      await createItem(other)
      const cursor = await endOfFeed(other)
      await run(other, 'update "audit-chains" set "sequence" = 0')
      const answer = await other.get(`/events?after=${cursor}`)
      assertRefused(answer, 400, 'INVALID_CURSOR')
      assert.match(answer.body.error.message, /older copy/)
    } finally {
      await other.close()
    }
  })

  test('is refused for good with a cursor from a history that a restore has replaced', async () => {
    const shared = sameDatabase(kind)
    const before = await openKontor(shared)
    const kept = await endOfFeed(before)
    const heads = await headsIn(before)
    for (let count = 0; count < 3; count++) await createItem(before)
    const undone = { cursor: await endOfFeed(before), heads: await headsIn(before) }
    for (const statement of undoTo(kind.name, heads)) await run(before, statement)
    await before.close()
    const after = await openKontor(shared)
    try {
      let written = 0
      for (let now = heads; now.some((head, chain) => head < undone.heads[chain]!); now = await headsIn(after)) {
        await createItem(after)
        written++
      }
      const answer = await after.get(`/events?after=${undone.cursor}`)
      assertRefused(answer, 400, 'INVALID_CURSOR')
      assert.match(answer.body.error.message, /restored from a backup/)
      assert.equal((await eventsAfter(after, kept, 'resources=items')).events.length, written)
    } finally {
      await after.close()
    }
  })

  test('finds changes from before there was a feed first, without versions', async () => {
    const other = await openKontor(kind)
    try {
      // One after the other: ids of the same millisecond are not in the order of parallel requests.
      for (let count = 0; count < 20; count++) await createCustomer(other)
      for (const statement of unguarded(kind.name)) await run(other, statement)
      await run(other, 'update "audit-log" set "position" = null, "recordVersion" = null')
      await times(20, () => createItem(other))
      const { events } = await eventsAfter(other, undefined, 'resources=customers,items&limit=3')
      assert.deepEqual(
        events.map(({ type, version }) => [type, version]),
        [...Array(20).fill(['customers.created', null]), ...Array(20).fill(['items.created', 1])],
      )
      const ids = events.slice(0, 20).map(({ id }) => id)
      assert.deepEqual(ids, ids.toSorted())
    } finally {
      await other.close()
    }
  })
})

/** The log cannot be changed otherwise. */
const unguarded = (database: string): string[] =>
  database === 'SQLite' ? ['drop trigger "audit-log_no_update"'] : ['alter table "audit-log" disable trigger all']

const headsIn = async ({ engine }: Kontor): Promise<number[]> => {
  const sql = 'select "sequence" from "audit-chains" order by "id"'
  const rows = await engine.read((connection) => connection.query({ sql, parameters: [] }))
  return rows.map(([sequence]) => Number(sequence))
}

/** What a restore to the moment with these heads does to the log. */
const undoTo = (database: string, heads: readonly number[]): string[] => [
  database === 'SQLite' ? 'drop trigger "audit-log_no_delete"' : 'alter table "audit-log" disable trigger all',
  ...heads.flatMap((head, chain) => [
    `delete from "audit-log" where "chain" = ${chain} and "sequence" > ${head}`,
    `update "audit-chains" set "sequence" = ${head} where "id" = 'chn_${chain}'`,
  ]),
]

/** So many changes behind the back of the server, in one chain. */
const manyEntries = (count: number): string[] => [
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) insert into "audit-log"
    ("id", "action", "resource", "recordId", "hash", "diff", "chain", "sequence", "position", "createdAt", "updatedAt", "version")
    select 'aud_' || (10000 + i), 'create', 'customers', 'cus_' || i, '', '{}', 0,
      i + (select "sequence" from "audit-chains" where "id" = 'chn_0'), 1000000 + i, '2026', '2026', 1 from n`,
  `update "audit-chains" set "sequence" = "sequence" + ${count} where "id" = 'chn_0'`,
]
