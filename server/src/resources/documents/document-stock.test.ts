import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StockRule, StockUse } from '../../model/document.ts'
import { heldBy, stockOf } from './document-stock.ts'
import type { DocumentResource } from './document-type.ts'

const statuses = { draft: 'draft', agreed: 'open', on_hold: 'open', done: 'done', cancelled: 'stopped' }
const resource = (stock: StockUse | StockRule | undefined, more: object = { statuses }) =>
  ({ document: { ...more, ...(stock && { stock }) } }) as DocumentResource
const line = (id: string, item: string, quantity: number, more: object = {}) => ({ id, item, quantity, ...more })
const service = { itemType: 'Service' }
const held = (stock: StockUse | StockRule, lines: readonly object[]) => [
  ...heldBy(stockOf(resource(stock))!, { id: 'doc', status: 'agreed', items: lines }),
]

test('a document that declares no stock, or only foretells it, changes none', () => {
  assert.equal(stockOf(resource(undefined)), undefined)
  assert.equal(stockOf(resource('foretell')), undefined)
})

test('goods are moved by documents that are open or done, from the declared status on; reserved by open ones', () => {
  const counting = (stock: StockUse | StockRule) => stockOf(resource(stock))!.statuses
  assert.deepEqual(counting('out'), ['agreed', 'on_hold', 'done'])
  assert.deepEqual(counting({ moves: 'in', at: 'done' }), ['done'])
  assert.deepEqual(counting({ moves: 'out', at: 'on_hold' }), ['on_hold', 'done'])
  assert.deepEqual(counting('reserve'), ['agreed', 'on_hold'])
  assert.equal(stockOf(resource('out', {}))!.statuses, undefined)
})

test('a document holds nothing unless it counts', () => {
  const rule = stockOf(resource('out'))!
  const items = [line('1', 'a', 2)]
  assert.equal(heldBy(rule, undefined).size, 0)
  for (const status of ['draft', 'cancelled']) assert.equal(heldBy(rule, { id: 'doc', status, items }).size, 0)
  assert.equal(heldBy(rule, { id: 'doc', status: 'done', items }).size, 1)
  assert.equal(heldBy(stockOf(resource('out', {}))!, { id: 'doc', items }).size, 1)
})

test('what is reserved is summed up by item, less what is moved already; services have no stock', () => {
  const lines = [
    line('1', 'b', 0.1),
    line('2', 'a', 5, { done: 2 }),
    line('3', 'b', 0.2),
    line('4', 'c', 2, { done: 2 }),
    line('5', 'd', 1, service),
  ]
  assert.deepEqual(held({ moves: 'reserve', less: 'done' }, lines), [
    ['b', { item: 'b', quantity: 0.3 }],
    ['a', { item: 'a', quantity: 3 }],
    ['c', { item: 'c', quantity: 0 }],
  ])
})

test('what is moved stands by line', () => {
  assert.deepEqual(held('in', [line('1', 'b', 1), line('2', 'a', 2), line('3', 'b', 3), line('4', 'd', 1, service)]), [
    ['b 1', { item: 'b', quantity: 1 }],
    ['a 2', { item: 'a', quantity: 2 }],
    ['b 3', { item: 'b', quantity: 3 }],
  ])
})
