import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import type { Answer } from '../support/kontor.ts'
import { type Arena, arenaFor, assertVerified, CLIENTS, type Request } from '../support/race.ts'

const SHELF = 60
const ROUNDS = 6
const TYPES = ['Product', 'Consumable', 'Service']
/** No total is kept for these: each is counted once, and again when something has changed. */
const LISTS = [
  '/items?itemType=Product&isActive=true&perPage=100',
  '/items?isActive=false&category[ne]=Odd&perPage=100&sort=itemName',
  '/items?search=shelf&category[in]=Odd,null&perPage=100',
  '/items?sellingPrice[gte]=3&itemType[ne]=Service&perPage=100&order=asc',
]

const itemAt = (number: number) => ({
  itemType: TYPES[number % 3],
  isActive: number % 4 !== 0,
  category: number % 5 === 0 ? 'Odd' : null,
  sellingPrice: number % 7,
})

/** The total and the records of one answer are of one moment, whatever is written meanwhile, and by whichever node. */
function assertWhole({ status, body, text }: Answer): void {
  assert.equal(status, 200, text)
  assert.equal(body.meta.total, body.data.length, JSON.stringify(body.meta))
}

async function assertAgreed(arena: Arena): Promise<void> {
  for (const path of LISTS) {
    const answers = await arena.rush({ method: 'GET', path }, 4)
    for (const answer of answers) assertWhole(answer)
    assert.deepEqual(new Set(answers.map(({ body }) => body.meta.total)).size, 1, path)
  }
}

onEveryDatabase(`${CLIENTS} clients change and count the same records at once`, (kind) => {
  const arena = arenaFor(kind)

  test('and every total is the number of records that come with it', async () => {
    const ids: string[] = []
    for (let number = 0; number < SHELF; number++)
      ids.push((await arena().create('/items', { itemCode: `S-${number}`, itemName: 'Shelf', ...itemAt(number) })).id)

    const requestOf =
      (round: number) =>
      (client: number): Request => {
        const number = round * CLIENTS + client
        if (client % 2 === 0) return { method: 'GET', path: LISTS[(number >> 1) % LISTS.length]! }
        if (client % 16 === 1)
          return {
            method: 'POST',
            path: '/items',
            body: { itemCode: `N-${number}`, itemName: 'Shelf', ...itemAt(number) },
          }
        if (client % 16 === 3) return { method: 'PUT', path: `/items/${ids[0]}`, body: { itemName: '' } } // refused
        return { method: 'PUT', path: `/items/${ids[(number * 7) % SHELF]}`, body: itemAt(number * 11) }
      }
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await arena().rush(requestOf(round))
      answers.forEach((answer, client) => {
        if (client % 2 === 0) assertWhole(answer)
      })
    }
    await assertAgreed(arena())
  })

  test('and a crash in the midst of it changes nothing about that', async () => {
    const writes = arena().rush((client) => ({
      method: 'POST',
      path: '/items',
      body: { itemCode: `C-${client}`, itemName: 'Shelf', ...itemAt(client) },
    }))
    const outcome = writes.catch(() => undefined)
    await arena().kill()
    await outcome
    await arena().start()
    await assertAgreed(arena())
    await assertVerified(arena())
  })
})
