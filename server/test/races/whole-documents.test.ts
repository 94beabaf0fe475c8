import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { arenaFor, CLIENTS } from '../support/race.ts'
import { customerWith, draftOrder, stockedItem } from './scenes.ts'

const ROUNDS = 10

interface Order {
  readonly subtotal: number
  readonly items: readonly { readonly amount: number }[]
}

onEveryDatabase(`${CLIENTS} clients, of whom some change one order and the others read it`, (kind) => {
  const arena = arenaFor(kind)

  test('never see the head of one version with the lines of another', async () => {
    const item = await stockedItem(arena(), { sellingPrice: 1 })
    const { id } = await draftOrder(arena(), await customerWith(arena()), item, 1)
    const change = (client: number, round: number) => {
      const items = Array.from({ length: 1 + (round % 5) }, () => ({ item: item.id, quantity: client + round + 1 }))
      return arena().send(client, { method: 'PUT', path: `/sales-orders/${id}`, body: { items } })
    }
    const paths = [`/sales-orders/${id}`, '/sales-orders']
    const read = async (client: number) => {
      const { body, text } = await arena().send(client, { method: 'GET', path: paths[client % 2]! })
      for (const { subtotal, items } of [body.data].flat() as Order[]) {
        const sum = items.reduce((total, { amount }) => total + amount, 0)
        assert.equal(subtotal, sum, text)
      }
    }
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let round = 0; round < ROUNDS; round++)
          if (client % 8 < 2) assert.equal((await change(client, round)).status, 200)
          else await read(client)
      }),
    )
  })
})
