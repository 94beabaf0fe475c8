import type { Behaviour } from '../../core/entry.ts'
import { defineRules } from '../../core/rules.ts'
import { difference } from '../../model/money.ts'
import { activityOf } from '../shared/activity.ts'
import { items } from './items.resource.ts'

export const itemRules = defineRules(items, {
  derive({ isActive, itemType, currentStock, reservedStock, reorderLevel }) {
    const availableStock = difference(currentStock, reservedStock)
    return {
      status: activityOf(isActive),
      availableStock,
      isLowStock: isActive && itemType !== 'Service' && availableStock < reorderLevel,
    }
  },
})

export const itemBehaviour: Behaviour = {
  rules: itemRules,
  shippedRights: {
    sales: { can: ['read'], hidden: ['costPrice'] },
    accountant: { can: ['read'] },
    warehouse: { can: ['read', 'update'], hidden: ['costPrice', 'sellingPrice'], readOnly: ['itemCode'] },
    viewer: { can: ['read'] },
  },
}
