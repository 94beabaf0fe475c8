import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../core/action.ts'
import type { Item } from './items.resource.ts'
import { itemRules } from './items.rules.ts'

const derived = (item: Partial<Item>) => itemRules.derive!(item as Item, {} as Context)

test('what is available is what is there less what is set aside, exactly, and may be less than nothing', () => {
  assert.deepEqual(derived({ isActive: true, currentStock: 0.3, reservedStock: 0.1 }), {
    status: 'active',
    availableStock: 0.2,
  })
  assert.deepEqual(derived({ isActive: false, currentStock: 3, reservedStock: 5 }), {
    status: 'inactive',
    availableStock: -2,
  })
})
