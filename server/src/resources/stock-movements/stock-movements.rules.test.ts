import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inEnglish } from '../../model/message.ts'
import type { StockMovement } from './stock-movements.resource.ts'
import { stockMovementRules } from './stock-movements.rules.ts'

const movement = (quantity: number) => ({ quantity, reason: 'adjustment' }) as StockMovement

test('a movement moves something', () => {
  assert.deepEqual(
    stockMovementRules.check!(movement(0)).map(({ field }) => field),
    ['quantity'],
  )
  for (const quantity of [0.0001, -0.0001, 5]) assert.deepEqual(stockMovementRules.check!(movement(quantity)), [])
})

test('nothing of the ledger may change or go', async () => {
  assert.deepEqual(stockMovementRules.editable!(movement(1)), [])
  const blocker = await stockMovementRules.deletionBlocker!(movement(1), {} as never)
  assert.match(inEnglish(blocker!.text), /Enter the opposite movement instead/)
})
