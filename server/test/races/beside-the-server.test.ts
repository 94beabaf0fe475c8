import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { runKontor } from '../support/process.ts'
import { arenaFor, assertVerified, CLIENTS } from '../support/race.ts'
import { assertGapless, customerWith, stockedItem } from './scenes.ts'

const PEOPLE = 4
const PASSWORD = 'seven blue horses'

onEveryDatabase(`${CLIENTS} clients who order while commands write to the same database`, (kind) => {
  const arena = arenaFor(kind)
  const emailOf = (person: number) => `person-${person}@example.com`

  test('are all served, and so are the commands', async () => {
    const { id: item } = await stockedItem(arena())
    const { id: customer } = await customerWith(arena())
    const body = { customer, orderDate: '2026-03-01', items: [{ item, quantity: 1 }] }
    const numbers: string[] = []
    let isOver = false
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      while (!isOver) {
        const {
          status,
          text,
          body: answer,
        } = await arena().send(client, { method: 'POST', path: '/sales-orders', body })
        assert.equal(status, 201, text)
        numbers.push(answer.data.orderNumber)
      }
    })
    const command = async (...words: string[]) => {
      const { code, output, said } = await runKontor(words, arena().database.environment)
      assert.equal(code, 0, output + said)
    }
    const commands = async () => {
      for (let person = 0; person < PEOPLE; person++)
        await command(
          ...['user', 'add', '--email', emailOf(person)],
          ...['--name', 'P', '--role', 'sales', '--password', PASSWORD],
        )
      await command('seed', '--items', '2000')
    }
    await commands().finally(() => {
      isOver = true
    })
    await Promise.all(clients)
    assertGapless('SO-2026-', numbers)
  })

  test('see new users', async () => {
    for (let person = 0; person < PEOPLE; person++) {
      const body = { email: emailOf(person), password: PASSWORD }
      const { status, text } = await arena().send(0, { method: 'POST', path: '/auth/login', body })
      assert.equal(status, 200, text)
    }
  })

  test('leave a consistent database', () => assertVerified(arena()))
})
