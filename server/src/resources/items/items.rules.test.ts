import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../core/action.ts'
import type { Item } from './items.resource.ts'
import { itemRules } from './items.rules.ts'

const derived = (item: Partial<Item>) => itemRules.derive!(item as Item, {} as Context)

const goods = { isActive: true, itemType: 'Product', reorderLevel: 0, reservedStock: 0 } as const

test('available stock is current stock less reserved stock, exactly, and may be negative', () => {
  assert.deepEqual(derived({ ...goods, currentStock: 0.3, reservedStock: 0.1 }), {
    status: 'active',
    availableStock: 0.2,
    isLowStock: false,
  })
  assert.deepEqual(derived({ ...goods, isActive: false, currentStock: 3, reservedStock: 5 }), {
    status: 'inactive',
    availableStock: -2,
    isLowStock: false,
  })
})

test('stock is low below the reorder level, of active goods only', () => {
  const isLow = (item: Partial<Item>) => (derived({ ...goods, ...item }) as Partial<Item>).isLowStock
  assert.equal(isLow({ currentStock: 4.9999, reorderLevel: 5 }), true)
  assert.equal(isLow({ currentStock: 5, reorderLevel: 5 }), false)
  assert.equal(isLow({ currentStock: 0 }), false)
  assert.equal(isLow({ currentStock: 9, reservedStock: 5, reorderLevel: 5 }), true)
  assert.equal(isLow({ currentStock: 1, reservedStock: 2 }), true)
  assert.equal(isLow({ currentStock: 0, reorderLevel: 5, isActive: false }), false)
  assert.equal(isLow({ currentStock: 0, reorderLevel: 5, itemType: 'Service' }), false)
})
