import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { databaseKinds } from '../support/databases.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { type Arena, assertVerified, CLIENTS, openArena, outcomesOf } from '../support/race.ts'
import { customerWith, draftOrder, several, stockedItem, submit } from './scenes.ts'

/** Fewer than the nodes have connections, so that transactions change from one to another all the time. */
const SESSIONS = 4

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')
const reason = served ? !hasPgBouncer() && 'PgBouncer is not installed' : 'there is no PostgreSQL here'

describe('Two nodes behind PgBouncer in transaction mode', { skip: reason }, () => {
  let bouncer: PgBouncer
  let arena: Arena
  before(async () => {
    arena = await openArena({
      name: 'PostgreSQL behind PgBouncer',
      async create() {
        const database = await served!.create('empty') // the nodes migrate it, through PgBouncer
        bouncer = await startPgBouncer(database.environment.DATABASE_URL!, SESSIONS)
        return { ...database, environment: { ...database.environment, DATABASE_URL: bouncer.url } }
      },
    })
  })
  after(async () => {
    await arena?.close()
    await bouncer?.stop()
  })

  test('sell, deliver, invoice and collect a payment', async () => {
    const item = await stockedItem(arena, {}, 10)
    const order = await submit(arena, (await draftOrder(arena, await customerWith(arena), item, 4)).id)
    await arena.create('/deliveries', { salesOrder: order.id })
    const invoice = await arena.create('/invoices/from-order', { salesOrder: order.id })
    await arena.create('/payments', { invoice: invoice.id, amount: invoice.total })
    assert.equal((await arena.read(`/invoices/${invoice.id}`)).amountPaid, invoice.total)
    assert.equal((await arena.read(`/items/${item.id}`)).currentStock, 6)
  })

  test('deliver exactly what is there to many clients at once', async () => {
    const item = await stockedItem(arena, {}, 20)
    const customer = await customerWith(arena)
    const orders = await several(CLIENTS, async () => submit(arena, (await draftOrder(arena, customer, item, 0.5)).id))
    const answers = await arena.rush((client) => ({
      method: 'POST',
      path: '/deliveries',
      body: { salesOrder: orders[client]!.id },
    }))
    assert.deepEqual(outcomesOf(answers), { 201: 40, '422 INSUFFICIENT_STOCK': CLIENTS - 40 })
    await assertVerified(arena)
  })

  test('leave nothing in the sessions of the server', async () => {
    const state = `select current_setting('statement_timeout'), (select count(*)::int from pg_prepared_statements)`
    const clients = Array.from({ length: SESSIONS }, () => new pg.Client({ connectionString: bouncer.url }))
    await Promise.all(clients.map((client) => client.connect()))
    const seen = await Promise.all(clients.map((client) => client.query({ text: state, rowMode: 'array' })))
    for (const { rows } of seen) assert.deepEqual(rows, [['0', 0]])
    await Promise.all(clients.map((client) => client.end()))
  })
})
