import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import type { Connection } from '../../src/db/engine.ts'
import { type AnyRecord, scalarsOf } from '../../src/model/resource.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { triesOf } from '../support/effort.ts'
import { kontorFor } from '../support/kontor.ts'
import { fillWithMany, MANY } from './many.ts'
import { type Filter, idsOf, matches, sorted } from './model.ts'
import { listed, walkCursor } from './walk.ts'

const RUNS = triesOf(250)
const SORTS = ['createdAt', 'id', 'itemName', 'sellingPrice', 'category', 'availableStock', 'updatedAt', 'isActive']
const fields = scalarsOf(items.fields)

const filter = (path: string, operator: Filter['operator'], text: string | number): Filter => ({
  path,
  field: fields.get(path)!,
  operator,
  text: String(text),
})
const category = fc.constantFrom('Category 0', 'Category 7', 'Category 18', 'Nowhere', 'null')
const number = fc.integer({ min: -5, max: 1005 })
/** Some leave nearly all records, some a few, some none; equal values lie close together. */
const asked: fc.Arbitrary<Filter> = fc.oneof(
  category.map((value) => filter('category', 'eq', value)),
  category.map((value) => filter('category', 'ne', value)),
  fc.constant(filter('category', 'in', 'Category 1,Category 2,null')),
  fc.constantFrom('Product', 'Service', 'Consumable').map((value) => filter('itemType', 'eq', value)),
  fc.constantFrom('true', 'false').map((value) => filter('isActive', 'eq', value)),
  fc.integer({ min: 0, max: 950 }).map((value) => filter('itemName', 'eq', `Item ${value}`)),
  fc.constantFrom('%1', 'item 8%', '77').map((value) => filter('itemName', 'like', value)),
  fc.tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), number).map(([by, value]) => filter('sellingPrice', by, value)),
  fc.tuple(fc.constantFrom('gte', 'lt'), number).map(([by, value]) => filter('reorderQty', by, value)),
)
const question = fc.record({
  filters: fc.uniqueArray(asked, { maxLength: 3, selector: ({ path, operator }) => `${path} ${operator}` }),
  words: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom('item', 'many-49', 'm 7 99', 'nothing')),
  sort: fc.constantFrom(...SORTS),
  order: fc.constantFrom('asc', 'desc'),
  perPage: fc.constantFrom(1, 20, 100),
  page: fc.double({ min: 0, max: 1.01, noNaN: true }),
  withTotal: fc.boolean(),
  change: fc.option(fc.record({ at: fc.nat(MANY - 1), category, sellingPrice: fc.integer({ min: 0, max: 1000 }) }), {
    freq: 5,
  }),
})

const hasWords = ({ itemCode, itemName }: AnyRecord, words: string) =>
  words.split(' ').every((word) => `${itemCode}\n${itemName}`.toLowerCase().includes(word))

onEveryDatabase('Among thousands of records', (kind) => {
  const kontor = kontorFor(kind)
  let all: AnyRecord[] = []
  before(async () => {
    await fillWithMany(kontor())
    all = await walkCursor(kontor(), '/items', { perPage: 100, order: 'asc' })
    assert.equal(all.length, MANY)
  })

  async function change({ at, category: text, sellingPrice }: { at: number; category: string; sellingPrice: number }) {
    const body = { category: text === 'null' ? null : text, sellingPrice }
    const { status, body: answer } = await kontor().put(`/items/${all[at]!.id}`, body)
    assert.equal(status, 200)
    all[at] = answer.data
  }

  const ask = async (of: typeof question extends fc.Arbitrary<infer Q> ? Q : never) => {
    const { filters, words, sort, order, perPage, withTotal } = of
    if (of.change) await change(of.change)
    const found = all.filter((one) => filters.every((some) => matches(one, some)) && hasWords(one, words))
    const expected = idsOf(sorted(found, sort, order))
    const page = 1 + Math.floor((of.page * expected.length) / perPage)
    const parameters = {
      ...Object.fromEntries(filters.map(({ path, operator, text }) => [`${path}[${operator}]`, text])),
      ...(words !== '' && { search: words }),
      ...{ sort, order, perPage, fields: 'id' },
    }
    const { data, meta } = await listed(kontor(), '/items', { ...parameters, page, includeTotal: String(withTotal) })
    const from = (page - 1) * perPage
    assert.deepEqual(idsOf(data), expected.slice(from, from + perPage))
    assert.equal(meta.hasMore, from + perPage < expected.length)
    assert.equal(meta.total, withTotal ? expected.length : undefined)
    if (!meta.nextCursor) return
    const next = await listed(kontor(), '/items', { ...parameters, cursor: meta.nextCursor })
    assert.deepEqual(idsOf(next.data), expected.slice(from + perPage, from + 2 * perPage))
  }

  test('every list equals the result of filtering and sorting all records in memory', () =>
    fc.assert(fc.asyncProperty(question, ask), { numRuns: RUNS }))

  /** Whether a list was read in a process for slow reads. */
  async function isSlowRead(parameters: Record<string, string | number>): Promise<boolean> {
    const { engine } = kontor()
    const { read } = engine
    let last: Connection | undefined
    engine.read = (work) =>
      read((connection) => {
        last = connection
        return work(connection)
      })
    try {
      await listed(kontor(), '/items', parameters)
      return last!.rowBudget === undefined
    } finally {
      engine.read = read
    }
  }

  test('a list with an index is read on the main thread, and one without in a process for slow reads', async () => {
    const quick = [
      {},
      { category: 'Category 3' },
      { sort: 'itemName', page: 100 },
      { category: 'Category 3', sort: 'sellingPrice' },
      { category: 'Category 3', sort: 'availableStock', itemType: 'Product' },
      { 'itemName[in]': 'Item 1,Item 2', sort: 'sellingPrice' },
      { itemType: 'Product', isActive: 'true', includeTotal: 'false' },
    ]
    for (const parameters of quick) assert.equal(await isSlowRead(parameters), false, JSON.stringify(parameters))
    const long = [
      { search: 'nothing at all' },
      { 'reorderQty[gt]': 7, includeTotal: 'false' },
      { 'itemName[like]': '%nothing%' },
      { isActive: 'true', 'category[ne]': 'Category 18', sort: 'sellingPrice' },
    ]
    for (const parameters of long) assert.equal(await isSlowRead(parameters), true, JSON.stringify(parameters))
  })

  test('a total that was counted is cached until something changes', async () => {
    const parameters = { isActive: 'true', 'category[ne]': 'Category 17', sort: 'itemName' }
    assert.equal(await isSlowRead(parameters), true)
    assert.equal(await isSlowRead(parameters), false)
    const last = all[MANY - 1]!
    await change({ at: MANY - 1, category: String(last.category), sellingPrice: Number(last.sellingPrice) + 1 })
    assert.equal(await isSlowRead({ ...parameters, page: 2 }), false, 'a price decides nothing here')
    await change({ at: MANY - 1, category: 'Category 18', sellingPrice: 5 })
    await isSlowRead(parameters)
    await change({ at: MANY - 1, category: 'Category 17', sellingPrice: 5 })
    assert.equal(await isSlowRead(parameters), true)
  })
})
