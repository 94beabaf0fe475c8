import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import type { AnyRecord } from '../../src/model/resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, type Kontor, kontorFor } from '../support/kontor.ts'
import { listed, walkCursor } from './walk.ts'

const RUNS = 12
const PARALLEL = 64
const CATEGORIES = ['Tools', 'tools', '', 'Q"uote\\', null]
const TYPES = ['Product', 'Service', 'Consumable']
type Item = { category: string | null; itemType: string; isActive: boolean }

const item: fc.Arbitrary<Item> = fc.record({
  category: fc.constantFrom(...CATEGORIES),
  itemType: fc.constantFrom(...TYPES),
  isActive: fc.boolean(),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), values: item }),
  fc.record({ kind: fc.constant('update' as const), values: item, at: fc.nat() }),
  fc.record({ kind: fc.constant('refused' as const), values: item, at: fc.nat() }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }),
)

/** Each filter whose total is kept, with what it asks of an item. */
const questions: readonly (readonly [filters: Record<string, string>, holds: (item: Item) => boolean])[] = [
  [{}, () => true],
  ...CATEGORIES.map((category) => [{ category: String(category) }, (one: Item) => one.category === category] as const),
  ...TYPES.map((itemType) => [{ itemType }, (one: Item) => one.itemType === itemType] as const),
  ...[true, false].map(
    (isActive) => [{ isActive: String(isActive) }, (one: Item) => one.isActive === isActive] as const,
  ),
  [{ status: 'active' }, ({ isActive }) => isActive],
  [{ status: 'inactive' }, ({ isActive }) => !isActive],
  [{ category: 'Never used' }, () => false],
  [{ itemType: 'Product', isActive: 'true' }, ({ itemType, isActive }) => itemType === 'Product' && isActive],
  [{ 'category[ne]': 'Tools' }, ({ category }) => category !== 'Tools'],
]

async function checkTotals(kontor: Kontor, all: readonly Item[]): Promise<void> {
  for (const [filters, holds] of questions) {
    const { data, meta } = await listed(kontor, '/items', { ...filters, perPage: 100, fields: 'id' })
    assert.equal(meta.total, all.filter(holds).length, `total of ${JSON.stringify(filters)}`)
    assert.equal(data.length, Math.min(meta.total, 100), `records of ${JSON.stringify(filters)}`)
  }
}

async function countedByTheDatabase({ engine }: Kontor): Promise<number> {
  const count = engine.builder.selectFrom('items').select(({ fn }) => fn.countAll().as('total'))
  const [row] = await engine.reader.query(count.compile())
  return Number(row![0])
}

let lastCode = 0
const create = (kontor: Kontor, values: Item) =>
  kontor.post('/items', { itemCode: `T-${lastCode++}`, itemName: 'Counted', ...values })

async function perform(
  kontor: Kontor,
  shop: Map<string, Item>,
  action: typeof step extends fc.Arbitrary<infer S> ? S : never,
) {
  if (action.kind === 'create') {
    shop.set((await create(kontor, action.values)).body.data.id, action.values)
    return
  }
  const id = [...shop.keys()][action.at % shop.size]
  if (!id) return
  if (action.kind === 'delete') {
    assert.equal((await kontor.delete(`/items/${id}`)).status, 204)
    shop.delete(id)
  } else if (action.kind === 'update') {
    assert.equal((await kontor.put(`/items/${id}`, action.values)).status, 200)
    shop.set(id, action.values)
  } else {
    const stale = { headers: { 'if-match': '"999"' } }
    assert.equal((await kontor.put(`/items/${id}`, { ...action.values, itemName: '' })).status, 422)
    assert.equal((await kontor.put(`/items/${id}`, action.values, stale)).status, 412)
    const { itemCode } = (await kontor.get(`/items/${id}`)).body.data
    assert.equal((await kontor.post('/items', { itemCode, itemName: 'Twin', ...action.values })).status, 422)
  }
}

onEveryDatabase('Totals', (kind) => {
  const kontor = kontorFor(kind)
  const clear = async () => {
    const rows = await walkCursor(kontor(), '/items', { perPage: 100, fields: 'id' })
    for (const { id } of rows) assert.equal((await kontor().delete(`/items/${id}`)).status, 204)
    await checkTotals(kontor(), [])
  }
  beforeEach(clear)

  test('stay exact through every create, update, refusal and delete', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await clear()
      const shop = new Map<string, Item>()
      for (const action of steps) {
        await perform(kontor(), shop, action)
        await checkTotals(kontor(), [...shop.values()])
      }
      assert.equal(await countedByTheDatabase(kontor()), shop.size)
    })
    await fc.assert(property, { numRuns: RUNS })
  })

  test(`stay exact through ${PARALLEL} writes at once`, async () => {
    const [values] = fc.sample(fc.array(item, { minLength: PARALLEL * 2, maxLength: PARALLEL * 2 }), 1)
    const ids: string[] = []
    for (const one of values!.slice(0, 20)) ids.push((await create(kontor(), one)).body.data.id)
    const at = (index: number) => `/items/${ids[(index * 7) % ids.length]}`
    const writes = Array.from({ length: PARALLEL }, (_, index): Promise<Answer> => {
      if (index % 4 === 0) return create(kontor(), values![index]!)
      return index % 4 === 3 ? kontor().delete(at(index % 24)) : kontor().put(at(index), values![index + PARALLEL]!)
    })
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    assert.deepEqual(
      [...new Set(statuses)].filter((status) => ![200, 201, 204, 404].includes(status)),
      [],
    )

    const rows = (await walkCursor(kontor(), '/items', { perPage: 9 })) as AnyRecord[]
    assert.equal(rows.length, 20 + PARALLEL / 4 - statuses.filter((status) => status === 204).length)
    assert.equal(await countedByTheDatabase(kontor()), rows.length)
    await checkTotals(kontor(), rows as unknown as Item[])
  })

  test('a repeated request with the same Idempotency-Key counts once', async () => {
    const once = { headers: { 'idempotency-key': 'count-me-once' } }
    const body = { itemCode: 'ONCE', itemName: 'Once', category: 'Tools' }
    const answers = await Promise.all([1, 2, 3].map(() => kontor().post('/items', body, once)))
    assert.ok(answers.every(({ status }) => status === 201 || status === 409))
    assert.equal((await listed(kontor(), '/items', { category: 'Tools' })).meta.total, 1)
    assert.equal((await listed(kontor(), '/items')).meta.total, 1)
  })

  test('of customers are kept by type too', async () => {
    const { body } = await kontor().post('/customers', { name: 'One' })
    await kontor().post('/customers', { name: 'Two', type: 'Individual' })
    const totalOf = async (type: string) => (await listed(kontor(), '/customers', { type })).meta.total
    assert.deepEqual([await totalOf('Company'), await totalOf('Individual')], [1, 1])
    await kontor().put(`/customers/${body.data.id}`, { type: 'Individual' })
    assert.deepEqual([await totalOf('Company'), await totalOf('Individual')], [0, 2])
  })
})
