import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { type Verdict, verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { gadgetMakers, gadgetOrders, gadgetOrdersMigration } from '../support/gadget-orders.ts'
import { kontorFor } from '../support/kontor.ts'
import { create, createCustomer, createItem } from '../support/records.ts'
import { type Wound, wounded } from './wounds.ts'

const toys = [...catalog, gadgetMakers, gadgetOrders]
const NUMBER = { gadgetNumber: 'GO-2026-00099', gadgetNumber_key: 'go-2026-00099' }

/** What is made wrong in the first gadget order, or in its first line. */
const cases: readonly (readonly [title: string, check: string, set: Wound['set'], more?: Partial<Wound>])[] = [
  ['a number that was never given', 'numbers', NUMBER],
  ['a total that is not that of its lines', 'amounts', { total: 10_000 }],
  ['a line that comes to too little', 'amounts', { amount: 10_000 }, { table: 'gadget-orders_items' }],
  ['a status that it cannot have', 'statuses', { status: 'lost' }],
  ['a party that is not there', 'references', { maker: 'gmk_nobody' }, { isUnguarded: true }],
  ['a kept number of records that is wrong', 'totals', { status: 'received' }, { named: 'gadget-orders' }],
]

onEveryDatabase('A new type of document is verified', (kind) => {
  const kontor = kontorFor(kind, { catalog: toys, migrations: [...migrations, gadgetOrdersMigration] })
  let order: string
  const verified = () => verify(kontor().engine, {}, undefined, everyResource(toys))
  const wrongIn = (verdicts: readonly Verdict[]) =>
    verdicts.filter(({ violations }) => violations > 0).map(({ name, findings }) => ({ name, findings }))

  before(async () => {
    const { id: maker } = await create(kontor(), '/gadget-makers', { name: 'Stahlwerk Nord' })
    const { id: item } = await createItem(kontor(), { costPrice: 12.5, taxRate: 19 })
    const body = { maker, orderDate: '2026-11-15', items: [{ item, quantity: 3 }] }
    order = (await create(kontor(), '/gadget-orders', body)).id
    await create(kontor(), '/gadget-orders', body)
  })

  test('its numbers, amounts, statuses and totals are looked at, and nothing is wrong', async () => {
    const verdicts = await verified()
    assert.deepEqual(wrongIn(verdicts), [])
    for (const name of ['numbers', 'amounts', 'statuses', 'references', 'totals'])
      assert.ok(verdicts.find((verdict) => verdict.name === name)!.checked > 0, name)
  })

  for (const [title, check, set, more] of cases) {
    test(`${title} is found`, async () => {
      const isLine = more?.table !== undefined
      const where = isLine ? { parent: order, position: 0 } : { id: order }
      const wound: Wound = { table: 'gadget-orders', where, set, named: order, ...more }
      const verdicts = await wounded(kontor(), wound, verified)
      const { findings } = verdicts.find(({ name }) => name === check)!
      assert.ok(
        findings.some(({ id }) => id.startsWith(String(wound.named)) || (isLine && id === order)),
        title,
      )
      assert.deepEqual(wrongIn(await verified()), [])
    })
  }

  test('a document for another party than the one that it is made from is found', async () => {
    const { id: customer } = await createCustomer(kontor())
    const { id: stranger } = await createCustomer(kontor())
    const { id: item } = await createItem(kontor())
    const { id: salesOrder } = await create(kontor(), '/sales-orders', { customer, items: [{ item, quantity: 1 }] })
    await kontor().put(`/sales-orders/${salesOrder}/status`, { status: 'submitted' })
    const { id } = await create(kontor(), '/invoices/from-order', { salesOrder })
    const wound: Wound = { table: 'invoices', where: { id }, set: { customer: stranger }, named: id }
    const verdicts = await wounded(kontor(), wound, verified)
    const { findings } = verdicts.find(({ name }) => name === 'sources')!
    assert.deepEqual(
      findings.map((finding) => finding.id),
      [id],
    )
  })
})
