import type { Context } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { type StockMovement, stockMovements } from './stock-movements.resource.ts'
import { stockMovementRules } from './stock-movements.rules.ts'

export type NewMovement = Pick<StockMovement, 'item' | 'quantity' | 'reason' | 'source' | 'note'>

export const postMovement = (ctx: Context, movement: NewMovement): Promise<StockMovement> =>
  createRecord(ctx, stockMovements, stockMovementRules, { ...movement })
