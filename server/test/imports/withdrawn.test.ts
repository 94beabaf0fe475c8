import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { imports } from '../../src/features/imports/imports.resource.ts'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { behindTheScenes, signIn } from '../support/people.ts'
import { eventually } from '../support/raw-http.ts'
import { newCode, read } from '../support/records.ts'
import { twoNodesFor } from '../support/two-nodes.ts'
import { ITEM_RIGHTS, itemClerk, signingOut, withdrawals } from '../support/withdrawals.ts'
import { countsOf, csvOf, ended, type Json, started } from './importing.ts'

/** Steps enough that the key is revoked long before the last one. */
const ROWS = 1000

const table = (category: string, rows: number, ...more: readonly string[]) =>
  csvOf(
    ['itemCode', 'itemName', 'category', ...more],
    ...Array.from({ length: rows }, (_, index) => [`${category}-${index}`, 'Imported', category, ...more.map(() => 1)]),
  )

const storedIn = async (kontor: Kontor, category: string): Promise<number> =>
  (await kontor.get(`/items?category=${category}`)).body.meta.total

/** As it would be if the server had stopped before the first row. */
const setBack = ({ engine }: Kontor, { id }: { id: string }) =>
  behindTheScenes(engine, async (records) => {
    const job = await records.lock(imports, id)
    return records.update(imports, job, { status: 'running', dryRun: false, processed: 0, created: 0 })
  })

/** Any new import makes the server look for work. */
const lookForWork = async (kontor: Kontor) => ended(kontor, await started(kontor, { csv: table(newCode(), 1) }))

onEveryDatabase('An import', (kind) => {
  const kontor = kontorFor(kind)

  test('stops when its API key is revoked; the rows brought in by then stay and are counted', async () => {
    const { user } = await itemClerk(kontor())
    const key = await createKey(kontor(), { owner: user.id, scopes: ['read', 'write'] })
    const category = newCode()
    const job = await started(kontor(), { csv: table(category, ROWS), dryRun: false }, withKey(key))
    await eventually(async () => (await read(kontor(), `/imports/${job.id}`)).processed > 0 || undefined)
    assert.equal((await kontor().delete(`/api-keys/${key.id}`)).status, 204)
    const stopped = await ended(kontor(), job)
    assert.equal(stopped.status, 'failed')
    assert.match(stopped.problem, /API key that started this import/)
    assert.ok(stopped.processed < ROWS, `${stopped.processed} rows were brought in`)
    assert.deepEqual(countsOf(stopped), [stopped.processed, 0, 0, 0])
    assert.equal(await storedIn(kontor(), category), stopped.processed)
  })

  test('that has stopped can be run again by another user, with the rights and under the name of that user', async () => {
    const { user, changeRole } = await itemClerk(kontor())
    const { token } = await signIn(kontor(), user.email)
    const category = newCode()
    const job = await started(kontor(), { csv: table(category, 1) }, { token })
    await ended(kontor(), job)
    await changeRole({ can: ['read'] })
    await setBack(kontor(), job)
    await lookForWork(kontor())
    assert.equal((await ended(kontor(), job)).status, 'failed')
    assert.equal((await kontor().post(`/imports/${job.id}/run`, {})).status, 200)
    const done = await ended(kontor(), job)
    assert.deepEqual([done.status, done.problem, ...countsOf(done)], ['completed', null, 1, 0, 0, 0])
    const [item] = (await kontor().get(`/items?category=${category}`)).body.data
    const [entry] = await auditLog(kontor(), `recordId=${item.id}`)
    assert.equal(entry.actor, (await read(kontor(), '/auth/me')).id)
  })

  test('stops when the role may no longer write one of the columns', async () => {
    const { user, changeRole } = await itemClerk(kontor())
    const { token } = await signIn(kontor(), user.email)
    const category = newCode()
    const job = await started(kontor(), { csv: table(category, 2, 'costPrice') }, { token })
    await ended(kontor(), job)
    await changeRole({ can: ITEM_RIGHTS, hidden: ['costPrice'] })
    await setBack(kontor(), job)
    await lookForWork(kontor())
    const stopped = await ended(kontor(), job)
    assert.deepEqual([stopped.status, stopped.processed], ['failed', 0])
    assert.match(stopped.problem, /may not change the field "costPrice"/)
  })
})

onEveryDatabase('An import under way', (kind) => {
  const nodes = twoNodesFor(kind)
  before(() => nodes()[0].app.server.listen({ port: 0, host: '127.0.0.1' }))

  /** Ends a dry run, withdraws the rights, and lets the server begin with the rows. */
  async function goOnAfter(callerOn: (typeof withdrawals)[number]['callerOn']): Promise<Json> {
    const [here, there] = nodes()
    const { options, withdraw } = await callerOn(here, there)
    const job = await started(here, { csv: table(newCode(), 3) }, options)
    await ended(here, job)
    await withdraw()
    await setBack(there, job)
    await lookForWork(here)
    return ended(here, job)
  }

  for (const { title, callerOn } of withdrawals) {
    test(`fails with a reason and brings in no further row if ${title}`, async () => {
      const stopped = await goOnAfter(callerOn)
      assert.deepEqual([stopped.status, stopped.processed, stopped.created], ['failed', 0, 0])
      assert.match(stopped.problem, /this import|may not|needs the scope/)
    })
  }

  test('goes on if the user who started it signs out', async () => {
    const done = await goOnAfter(signingOut.callerOn)
    assert.deepEqual([done.status, done.created], ['completed', 3])
  })
})
