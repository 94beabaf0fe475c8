import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { serviceActor } from '../../src/core/access.ts'
import { createStore } from '../../src/db/store.ts'
import { ImportRunner } from '../../src/features/imports/import-runner.ts'
import { type Import, imports } from '../../src/features/imports/imports.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor, openKontor } from '../support/kontor.ts'
import { behindTheScenes, changeUser, signedIn } from '../support/people.ts'
import { assertRefused, createItem, newCode, read } from '../support/records.ts'
import { sameDatabase } from '../support/same-database.ts'
import { twoNodesFor } from '../support/two-nodes.ts'
import { countsOf, csvOf, ended, imported, type Json, started } from './importing.ts'

const MANY = 330
const many = (prefix: string) =>
  csvOf(
    ['itemCode', 'itemName', 'category'],
    ...Array.from({ length: MANY }, (_, i) => [`${prefix}-${i}`, `Many ${i}`, prefix]),
  )
const some = () => csvOf(['itemCode', 'itemName'], [newCode(), 'One'], [newCode(), 'Two'])

const totalOf = async (kontor: Kontor, category: string): Promise<number> =>
  (await kontor.get(`/items?category=${category}`)).body.meta.total

/** As it would be if a server had died in the middle of it. */
const setBack = ({ engine }: Kontor, { id }: { id: string }, changes: Partial<Import>) =>
  behindTheScenes(engine, async (records) => records.update(imports, await records.lock(imports, id), changes))

onEveryDatabase('An import during its life', (kind) => {
  const kontor = kontorFor(kind)

  test('can be cancelled while it runs, but neither started again nor deleted', async () => {
    const job = await imported(kontor(), some())
    await setBack(kontor(), job, { status: 'running' })
    assertRefused(await kontor().delete(`/imports/${job.id}`), 422, 'DOCUMENT_LOCKED')
    assertRefused(await kontor().post(`/imports/${job.id}/run`, {}), 422, 'DOCUMENT_LOCKED')
    for (let round = 0; round < 2; round++) {
      const { body, text } = await kontor().post(`/imports/${job.id}/cancel`)
      assert.equal(body.data.status, 'cancelled', text)
    }
    const again = await kontor().post(`/imports/${job.id}/run`, {})
    assert.match(again.body.data.status, /^(running|completed)$/) // two rows may be imported before the answer
    assert.equal((await ended(kontor(), job)).status, 'completed')
    assert.equal((await kontor().delete(`/imports/${job.id}`)).status, 204)
    assertRefused(await kontor().get(`/imports/${job.id}`), 404, 'NOT_FOUND')
  })

  test('ends when the user who started it may no longer do so', async () => {
    for (const [changes, problem] of [
      [{ isActive: false }, /no longer sign in/],
      [{ role: 'viewer' }, /may not create items/],
    ] as const) {
      const person = await signedIn(kontor(), 'manager')
      const job = await started(kontor(), { csv: some() }, { token: person.token })
      await ended(kontor(), job)
      await changeUser(kontor().engine, person.id, changes)
      await setBack(kontor(), job, { status: 'running', dryRun: false, processed: 0 })
      await started(kontor(), { csv: some() }) // whatever is to be done is taken up with it
      const after = await ended(kontor(), job)
      assert.deepEqual([after.status, ...countsOf(after)], ['failed', 2, 0, 0, 0])
      assert.match(after.problem, problem)
    }
  })

  test('loses its rows after the retention time, and then cannot be run again', async () => {
    const job = await imported(kontor(), some())
    await kontor().engine.write((connection) => connection.query({ sql: 'delete from "import-rows"', parameters: [] }))
    assertRefused(await kontor().post(`/imports/${job.id}/run`, {}), 422, 'DOCUMENT_LOCKED')
    await setBack(kontor(), job, { status: 'running', processed: 0 })
    await started(kontor(), { csv: some() })
    assert.match((await ended(kontor(), job)).problem, /no longer kept/)
  })

  test('is created once by the same request under the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newCode() }
    const body = { resource: 'items', csv: some(), dryRun: false }
    const [first, again] = [
      await kontor().post('/imports', body, { headers }),
      await kontor().post('/imports', body, { headers }),
    ]
    assert.equal(again.text, first.text)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.deepEqual(countsOf(await ended(kontor(), first.body.data)), [2, 0, 0, 0])
  })
})

onEveryDatabase('An import continues', (kind) => {
  describe('after a restart of the server', () => {
    const same = sameDatabase(kind)
    test('where it stopped, and imports each row once', async () => {
      const prefix = newCode()
      const first = await openKontor(same)
      const job = await started(first, { csv: many(prefix), dryRun: false })
      await first.close()
      const second = await openKontor(same)
      const done = await ended(second, job)
      assert.deepEqual([done.status, done.processed, ...countsOf(done)], ['completed', MANY, MANY, 0, 0, 0])
      assert.equal(await totalOf(second, prefix), MANY)
      await second.close()
    })
  })

  describe('with two runners at once, neither of which knows of the other', () => {
    const kontor = kontorFor(kind)
    const HOLDER = 'run_both'
    const runner = () =>
      new ImportRunner({
        executor: kontor().app.executor,
        store: createStore(kontor().engine, everyResource()),
        clock: Date.now,
        holder: HOLDER,
        currentActor: async () => serviceActor,
        onError: (error) => assert.fail(error as Error),
      })

    test('and imports every valid row and refuses every invalid one, in a dry run too', async () => {
      const { itemCode, id } = await createItem(kontor())
      const rows = Array.from(
        { length: 40 },
        (_, index) => [`${itemCode}-${index}`, itemCode, (index % 2) * 3] as const,
      )
      const csv = csvOf(['externalIds.wms', 'item.itemCode', 'quantity'], ...rows)
      const job = await ended(kontor(), await started(kontor(), { resource: 'stock-movements', csv }))
      const start = { processed: 0, created: 0, failed: 0, errors: [], finishedAt: null, holder: HOLDER }
      for (const dryRun of [true, false]) {
        await setBack(kontor(), job, { ...start, dryRun, status: dryRun ? 'checking' : 'running' })
        await Promise.all([runner().look(true), runner().look(true)])
        const done = await ended(kontor(), job)
        assert.deepEqual(countsOf(done), [20, 0, 0, 20], `dry run: ${dryRun} ${JSON.stringify(done.errors)}`)
        assert.deepEqual(
          done.errors.map(({ row }: Json) => row),
          rows.flatMap(([, , quantity], index) => (quantity === 0 ? [index + 2] : [])),
        )
        assert.equal((await read(kontor(), `/items/${id}`)).currentStock, dryRun ? 0 : 60)
      }
    })
  })

  describe('on several servers', () => {
    const nodes = twoNodesFor(kind)
    test('that process it at the same time, and imports each row once', async () => {
      const prefix = newCode()
      const [one, two] = nodes()
      const job = await started(one, { csv: many(prefix), dryRun: false })
      await started(two, { csv: some() }) // now the other node knows that there is work
      const done: Json = await ended(one, job)
      assert.deepEqual(countsOf(done), [MANY, 0, 0, 0])
      assert.equal(await totalOf(two, prefix), MANY)
      assert.equal((await read(two, `/imports/${job.id}`)).status, 'completed')
    })

    test('that is cancelled and started anew counts nothing of the earlier run', async () => {
      const [one, two] = nodes()
      const { itemCode, id } = await createItem(one)
      const rows = Array.from({ length: 20 }, (_, index) => [`${itemCode}-${index}`, itemCode, index % 2] as const)
      const csv = csvOf(['externalIds.wms', 'item.itemCode', 'quantity'], ...rows)
      const job = await started(one, { resource: 'stock-movements', csv })
      for (let round = 0; round < 6; round++) {
        await nodes()[round % 2]!.post(`/imports/${job.id}/cancel`)
        const { status, text } = await two.post(`/imports/${job.id}/run`, { dryRun: round < 5 })
        assert.equal(status, 200, text)
      }
      assert.deepEqual(countsOf(await ended(one, job)), [10, 0, 0, 10])
      assert.equal((await one.get(`/stock-movements?item=${id}`)).body.meta.total, 10)
    })
  })
})
