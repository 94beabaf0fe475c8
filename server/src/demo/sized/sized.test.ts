import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Faults, readInput } from '../../model/input.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { wordsIn } from '../../model/search/words.ts'
import { customers } from '../../resources/customers/customers.resource.ts'
import { items } from '../../resources/items/items.resource.ts'
import { instantAt, trading } from './calendar.ts'
import { customerAt } from './customers.ts'
import { itemAt } from './items.ts'
import { SeededRandom } from './seeded-random.ts'

const MANY = 3000
const NOW = Date.UTC(2026, 10, 15, 13, 30)
const CREATED = '2024-02-03T04:05:06.789Z'
const numbers = Array.from({ length: MANY }, (_, index) => index + 1)
const goods = numbers.map((number) => itemAt(number, CREATED))
const buyers = numbers.map((number) => customerAt(number, CREATED))
const distinct = (values: readonly unknown[]) => new Set(values).size

test('random values depend on the seed and the number alone, stay in bounds and cover the range', () => {
  const draws = (seed: number, number: number) => {
    const random = new SeededRandom(seed, number)
    return Array.from({ length: 50 }, () => random.below(10))
  }
  assert.deepEqual(draws(1, 7), draws(1, 7))
  assert.notDeepEqual(draws(1, 7), draws(1, 8))
  assert.notDeepEqual(draws(1, 7), draws(2, 7))
  const counts = Map.groupBy(numbers, (number) => new SeededRandom(1, number).below(10))
  assert.deepEqual([...counts.keys()].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (const { length } of counts.values()) assert.ok(length > MANY / 20 && length < MANY / 5, `${length}`)
})

test('generated records are valid for the API', () => {
  for (const [resource, records] of [
    [items, goods],
    [customers, buyers],
  ] as const)
    for (const { createdAt: _, ...record } of records) {
      const faults = new Faults()
      readInput(resource.fields, record as AnyRecord, 'create', faults)
      assert.deepEqual(faults.details, [], JSON.stringify(record))
    }
})

test('items are varied: codes of their shelf, many names, prices that earn something, a few inactive', () => {
  assert.equal(distinct(goods.map(({ itemCode }) => itemCode)), MANY)
  for (const { itemCode, costPrice, sellingPrice, category } of goods) {
    assert.match(itemCode, /^[A-Z]{3}-\d{6}$/)
    assert.ok(costPrice > 0 && sellingPrice > costPrice, itemCode)
    assert.equal(itemCode.slice(0, 3), goods.find((other) => other.category === category)!.itemCode.slice(0, 3))
  }
  assert.ok(distinct(goods.map(({ itemName }) => itemName)) > MANY * 0.9)
  assert.ok(distinct(goods.map(({ category }) => category)) > 20)
  const inactive = goods.filter(({ isActive }) => !isActive).length
  assert.ok(inactive > MANY / 100 && inactive < MANY / 10, `${inactive}`)
  const words = distinct(goods.flatMap(({ itemName }) => wordsIn(itemName.toLowerCase())))
  assert.ok(words > 250 && words < 600, `${words}`)
})

test('customers are varied, and none can be reached by mail', () => {
  assert.equal(distinct(buyers.map(({ email }) => email)), MANY)
  for (const { email } of buyers) assert.match(email!, /^[a-z]+@[a-z-]+-\d+\.example$/)
  assert.ok(distinct(buyers.map(({ name }) => name)) > MANY / 2)
  assert.ok(distinct(buyers.map(({ address }) => address.country)) > 5)
  assert.ok(buyers.some(({ isActive }) => !isActive) && buyers.some(({ creditHold }) => creditHold))
})

test('orders are spread over the two years before today, one after the other, the same all day long', () => {
  const instants = (now: number) => numbers.map((_, place) => instantAt(trading(now), place, MANY))
  const all = instants(NOW)
  assert.deepEqual(all, all.toSorted())
  assert.equal(all[0], '2024-11-15T00:00:00.000Z')
  assert.ok(all.at(-1)! > '2026-11-14T00:00' && all.at(-1)! < '2026-11-15T00:00')
  assert.deepEqual(instants(NOW + 3_600_000), all)
})
