import { defineRules } from '../../core/rules.ts'
import { difference } from '../../model/decimal.ts'
import { activityOf } from '../shared/activity.ts'
import { items } from './items.resource.ts'

export const itemRules = defineRules(items, {
  derive: ({ isActive, currentStock, reservedStock }) => ({
    status: activityOf(isActive),
    availableStock: difference(currentStock, reservedStock),
  }),
})
