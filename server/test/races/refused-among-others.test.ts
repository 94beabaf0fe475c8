import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { arenaFor, assertVerified, CLIENTS, outcomesOf } from '../support/race.ts'
import { customerWith } from './scenes.ts'

const WANTED_BY_ALL = 8

onEveryDatabase(`${CLIENTS} clients of which some are refused by the database itself`, (kind) => {
  const arena = arenaFor(kind)

  test('each learn what is wrong with their own request, and no other request is affected', async () => {
    const codeOf = (client: number) => (client % 2 === 0 ? `OWN-${client}` : `same-${client % WANTED_BY_ALL}`)
    const answers = await arena().rush((client) => ({
      method: 'POST',
      path: '/items',
      body: { itemCode: codeOf(client), itemName: `Of client ${client}` },
    }))
    const own = answers.filter((_, client) => client % 2 === 0)
    assert.deepEqual(outcomesOf(own), { 201: CLIENTS / 2 })
    const rivals = answers.flatMap((answer, client) => (client % 2 === 0 ? [] : [{ answer, code: codeOf(client) }]))
    for (const [code, some] of Map.groupBy(rivals, (rival) => rival.code)) {
      const [winners, losers] = [
        some.filter(({ answer }) => answer.status === 201),
        some.filter(({ answer }) => answer.status === 422),
      ]
      assert.deepEqual([winners.length, losers.length], [1, some.length - 1], code)
      for (const { answer } of losers) assert.equal(answer.body.error.details[0].field, 'itemCode')
    }
    const { length } = await arena().read('/items?perPage=100')
    assert.equal(length, CLIENTS / 2 + WANTED_BY_ALL / 2)
  })

  test('see the effects of concurrent requests: an item is ordered, or deleted, but not both', async () => {
    const { id: customer } = await customerWith(arena())
    const items: { id: string }[] = await Promise.all(
      Array.from({ length: CLIENTS / 4 }, (_, index) =>
        arena().create('/items', { itemCode: `WANTED-${index}`, itemName: 'Anvil' }),
      ),
    )
    const itemOf = (client: number) => items[client % items.length]!.id
    const answers = await arena().rush((client) =>
      client < items.length
        ? { method: 'DELETE', path: `/items/${itemOf(client)}` }
        : {
            method: 'POST',
            path: '/sales-orders',
            body: { customer, items: [{ item: itemOf(client), quantity: 1 }] },
          },
    )
    for (const [index] of items.entries()) {
      const of = (isDelete: boolean) =>
        answers.filter((_, client) => client % items.length === index && client < items.length === isDelete)
      const [deleted] = of(true).map(({ status }) => status)
      const ordered = of(false).filter(({ status }) => status === 201).length
      assert.equal(deleted === 204, ordered === 0, `${deleted}, ordered ${ordered}`)
    }
    assert.ok(answers.every(({ status }) => [201, 204, 422].includes(status)))
  })

  test('leave a consistent database', () => assertVerified(arena()))
})
