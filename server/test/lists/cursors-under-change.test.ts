import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { idsOf } from './model.ts'
import { walkCursor } from './walk.ts'

const SIZE = 36
const SORTS = ['createdAt', 'id', 'itemName', 'itemCode', 'category', 'itemType', 'sellingPrice', 'isActive']

let lastCode = 0
const randomOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!

const randomItem = () => ({
  itemCode: `W${Math.random().toString(36).slice(2, 5)}-${lastCode++}`,
  itemName: randomOf(['Anvil', 'Bolt', 'Clamp', 'Drill', 'Édge']),
  category: randomOf([null, 'a', 'b', 'c']),
  itemType: randomOf(['Product', 'Service', 'Consumable']),
  sellingPrice: randomOf([0, 1, 2.5, 100]),
  isActive: randomOf([true, false]),
})

async function createItem(kontor: Kontor): Promise<string> {
  const { status, body } = await kontor.post('/items', randomItem())
  assert.equal(status, 201)
  return body.data.id
}

/** Everything that goes on in a busy shop, except to what the list is sorted by. */
async function change(kontor: Kontor, kept: readonly string[], doomed: string[]): Promise<void> {
  const gone = doomed.splice(0, 2)
  const statuses = await Promise.all([
    createItem(kontor).then(() => 201),
    createItem(kontor).then(() => 201),
    ...gone.map(async (id) => (await kontor.delete(`/items/${id}`)).status),
    ...[randomOf(kept), randomOf(kept)].map(
      async (id) => (await kontor.put(`/items/${id}`, { description: `Changed ${lastCode++}` })).status,
    ),
  ])
  assert.deepEqual(statuses, [201, 201, ...gone.map(() => 204), 200, 200])
}

onEveryDatabase('Reading a list by cursor while other clients write', (kind) => {
  const kontor = kontorFor(kind)

  for (const sort of SORTS) {
    for (const order of ['asc', 'desc']) {
      test(`sorted by ${sort} ${order} repeats no record and skips none that stays`, async () => {
        const ids: string[] = []
        for (let index = 0; index < SIZE; index++) ids.push(await createItem(kontor()))
        const kept = ids.filter((_, index) => index % 3 !== 0)
        const doomed = ids.filter((_, index) => index % 3 === 0).toSorted(() => Math.random() - 0.5)

        const parameters = { sort, order, perPage: 7, fields: 'id' }
        const seen = idsOf(await walkCursor(kontor(), '/items', parameters, () => change(kontor(), kept, doomed)))
        assert.equal(new Set(seen).size, seen.length, 'a record came twice')
        const missed = kept.filter((id) => !seen.includes(id))
        assert.deepEqual(missed, [])
        await Promise.all(
          (await walkCursor(kontor(), '/items', parameters)).map(({ id }) => kontor().delete(`/items/${id}`)),
        )
      })
    }
  }
})
