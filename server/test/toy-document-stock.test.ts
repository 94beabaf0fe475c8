import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { everyResource } from '../src/app/every-resource.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { catalog } from '../src/resources/catalog.ts'
import { verify } from '../src/verify/verify.ts'
import { onEveryDatabase } from './support/databases.ts'
import { gadgetMakers, gadgetOrders, gadgetOrdersMigration } from './support/gadget-orders.ts'
import { kontorFor } from './support/kontor.ts'
import { assertRefused, create, createItem, read } from './support/records.ts'
import { createService, createSubmitted, deliver, stockOf } from './support/trade.ts'
import { wounded } from './verify/wounds.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('A type of document that declares what it does to stock', (kind) => {
  const toys = [...catalog, gadgetMakers, gadgetOrders]
  const kontor = kontorFor(kind, { catalog: toys, migrations: [...migrations, gadgetOrdersMigration] })
  let maker: string
  let bolt: AnyRecord
  let nut: AnyRecord
  before(async () => {
    maker = (await create(kontor(), '/gadget-makers', { name: 'Stahlwerk Nord' })).id
    ;[bolt, nut] = [await createItem(kontor()), await createItem(kontor())]
  })
  const orderOf = (...items: readonly object[]) => create(kontor(), '/gadget-orders', { maker, items })
  const move = (id: string, status: string) => kontor().put(`/gadget-orders/${id}/status`, { status })
  async function moved(id: string, ...way: readonly string[]): Promise<void> {
    for (const status of way) assert.equal((await move(id, status)).status, 200, status)
  }
  const received = async (...items: readonly object[]) => {
    const { id } = await orderOf(...items)
    await moved(id, 'ordered', 'received')
    return id as string
  }
  const movementsOf = (id: string): Promise<AnyRecord[]> =>
    read(kontor(), `/stock-movements?source.id=${id}&sort=id&order=asc`)
  const inStock = async (item: AnyRecord) => (await stockOf(kontor(), item))[0]!
  const faults = async () => {
    const verdicts = await verify(kontor().engine, {}, undefined, everyResource(toys))
    return verdicts.flatMap(({ name, findings }) => findings.map(({ id, fault }) => [name, id, fault] as const))
  }

  test('posts movements when it enters its stocked status, not before, and none of a service', async () => {
    const [before, service] = [await inStock(bolt), await createService(kontor())]
    const lines = [
      { item: bolt.id, quantity: 3 },
      { item: nut.id, quantity: 1.5 },
      { item: bolt.id, quantity: 2 },
    ]
    const { id } = await orderOf(...lines, { item: service.id, quantity: 1 })
    await moved(id, 'ordered')
    assert.deepEqual([await movementsOf(id), await inStock(bolt)], [[], before])
    await moved(id, 'received')
    const movements = await movementsOf(id)
    const facts = movements.map(({ item, quantity, reason, note }) => [item, quantity, reason, note])
    const expected = lines.map(({ item, quantity }) => [item, quantity, 'receipt', null])
    assert.deepEqual(facts.toSorted(), expected.toSorted())
    for (const { source, delivery } of movements)
      assert.deepEqual([source, delivery], [{ resource: 'gadget-orders', id }, null])
    assert.equal(await inStock(bolt), before + 5)
  })

  test('reverses them when it is cancelled, and can be deleted then', async () => {
    const before = await inStock(bolt)
    const id = await received({ item: bolt.id, quantity: 4 })
    assertRefused(await kontor().delete(`/gadget-orders/${id}`), 422, 'DOCUMENT_LOCKED')
    await moved(id, 'cancelled')
    assert.deepEqual(
      (await movementsOf(id)).map(({ quantity, reason }) => [quantity, reason]),
      [
        [4, 'receipt'],
        [-4, 'receipt_cancelled'],
      ],
    )
    assert.equal(await inStock(bolt), before)
    assert.equal((await kontor().delete(`/gadget-orders/${id}`)).status, 204)
    assert.deepEqual(await faults(), [])
  })

  test('cannot be cancelled once its goods are gone, and says so beforehand: nothing changes', async () => {
    const item = await createItem(kontor())
    const id = await received({ item: item.id, quantity: 3 }, { item: item.id, quantity: 1 })
    const transitions = async () => (await read(kontor(), `/gadget-orders/${id}`)).allowedTransitions
    assert.deepEqual(await transitions(), [{ status: 'cancelled', allowed: true }])
    await deliver(kontor(), await createSubmitted(kontor(), [{ item: item.id, quantity: 1 }]))
    const [{ allowed, blockers }] = await transitions()
    assert.deepEqual([allowed, blockers.map(({ code }: AnyRecord) => code)], [false, ['INSUFFICIENT_STOCK']])
    assertRefused(await move(id, 'cancelled'), 422, 'INSUFFICIENT_STOCK')
    assert.equal((await read(kontor(), `/gadget-orders/${id}`)).status, 'received')
    assert.deepEqual([(await movementsOf(id)).length, await inStock(item)], [2, 3])
  })

  test('moves nothing twice: a status that it has already is no second receipt', async () => {
    const id = await received({ item: nut.id, quantity: 1 })
    await moved(id, 'received')
    await kontor().put(`/gadget-orders/${id}`, { notes: 'Complete' })
    assert.equal((await movementsOf(id)).length, 1)
  })

  test('is checked against the ledger by kontor verify', async () => {
    const id = await received({ item: nut.id, quantity: 2 })
    const cancelled = await received({ item: nut.id, quantity: 3 })
    await moved(cancelled, 'cancelled')
    const gone = await received({ item: nut.id, quantity: 5 })
    await moved(gone, 'cancelled')
    await kontor().delete(`/gadget-orders/${gone}`)
    assert.deepEqual(await faults(), [])
    const table = 'stock-movements'
    const at = (source_id: string, set: object) => ({ table, where: { source_id }, set: { ...set }, named: source_id })
    for (const wound of [
      at(id, { source_id: 'gor_other' }),
      at(cancelled, { reason: 'receipt', quantity: 10_000 }),
      at(gone, { quantity: 10_000 }),
    ]) {
      const found = await wounded(kontor(), wound, faults)
      assert.ok(
        found.some(([name, place]) => name === 'stock movements' && place === wound.named),
        JSON.stringify(found),
      )
    }
    assert.deepEqual(await faults(), [])
  })
})
