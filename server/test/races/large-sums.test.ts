import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { arenaFor, assertVerified, CLIENTS, outcomesOf } from '../support/race.ts'
import { customerWith, several, stockedItem } from './scenes.ts'

/** The largest order that there can be. So many of them can be added up exactly, wherever their sum is kept. */
const HUGE = 99_999_999_999
const FITTING = 9

onEveryDatabase(`${CLIENTS} orders at once, of which every other one is huge`, (kind) => {
  const arena = arenaFor(kind)

  test('a sum that cannot be stored exactly is refused, and no other request with it', async () => {
    const item = await stockedItem(arena(), { taxRate: 0 })
    const [rich, usual] = [await customerWith(arena()), await customerWith(arena())]
    const isHuge = (client: number) => client % 2 === 0
    const orders = await several(CLIENTS, (client) => {
      const lines = [{ item: item.id, quantity: 1, rate: isHuge(client) ? HUGE : 10 }]
      return arena().create('/sales-orders', { customer: (isHuge(client) ? rich : usual).id, items: lines })
    })
    const answers = await arena().rush((client) => ({
      method: 'PUT',
      path: `/sales-orders/${orders[client].id}/status`,
      body: { status: 'submitted' },
    }))
    const half = CLIENTS / 2
    assert.deepEqual(outcomesOf(answers.filter((_, client) => !isHuge(client))), { 200: half })
    const { 200: submitted = 0, '422 VALIDATION_ERROR': refused = 0 } = outcomesOf(
      answers.filter((_, client) => isHuge(client)),
    )
    assert.equal(submitted + refused, half)
    assert.ok(submitted >= FITTING, `${submitted} were submitted`)
    await assertVerified(arena())
  })
})
