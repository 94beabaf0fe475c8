import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { onEveryDatabase } from '../support/databases.ts'
import { assertUnchanged, dumpOf } from '../support/dump.ts'
import { businessNames } from '../support/fixtures.ts'
import { kontorFor } from '../support/kontor.ts'
import { itemBody } from '../support/records.ts'
import { createWorld, type World } from '../support/world.ts'

/** The operations are chosen before a statement is built: on the second database fewer are enough. */
const RUNS: Readonly<Record<string, number>> = { SQLite: process.env.CI ? 100 : 25, PostgreSQL: 25 }

type OperationIn = (world: World) => object
const post = (path: string, body: object) => ({ method: 'POST', path, body })

/** Operations that succeed, some of which take numbers and change other records. */
const right = fc.constantFrom<OperationIn>(
  ...businessNames.map((name) => (world: World) => post(`/${name}`, world.bodyOf(name))),
  (world) => ({ method: 'PUT', path: world.addressOf('customers'), body: { address: { city: 'Bonn' } } }),
  (world) => ({ method: 'PUT', path: world.addressOf('items'), body: { category: 'Brakes' } }),
)

const wrong = fc.constantFrom<readonly [code: string, OperationIn]>(
  ['VALIDATION_ERROR', () => post('/items', { itemName: 'No code' })],
  ['VALIDATION_ERROR', ({ records }) => post('/items', itemBody({ itemCode: records.items.itemCode }))],
  ['NOT_FOUND', () => ({ method: 'DELETE', path: '/items/itm_none' })],
  ['RESOURCE_IN_USE', (world) => ({ method: 'DELETE', path: world.addressOf('items') })],
  ['VERSION_MISMATCH', (world) => ({ method: 'PUT', path: world.addressOf('items'), body: {}, ifMatch: '"999"' })],
)

onEveryDatabase('A batch of random operations', (kind) => {
  const kontor = kontorFor(kind)
  let world: World
  before(async () => {
    world = await createWorld(kontor())
  })

  test('changes nothing if one fails, wherever it stands, and does all of them without it', async () => {
    const operations = fc.array(right, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(operations, wrong, fc.nat(), async (some, [code, failing], place) => {
        const all = some.map((operationIn) => operationIn(world))
        const index = place % (all.length + 1)
        const stored = await dumpOf(kontor().engine)
        const failed = await kontor().post('/batch', { operations: all.toSpliced(index, 0, failing(world)) })
        assert.equal(failed.status, 422, failed.text)
        const [detail] = failed.body.error.details
        assert.deepEqual([detail.index, detail.code], [index, code], failed.text)
        await assertUnchanged(kontor().engine, stored)
        const done = await kontor().post('/batch', { operations: all })
        assert.equal(done.status, 200, done.text)
        assert.equal(done.body.data.length, all.length)
      }),
      { numRuns: RUNS[kind.name]!, endOnFailure: true },
    )
  })
})
