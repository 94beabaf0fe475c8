import type { Behaviour } from '../../core/entry.ts'
import { defineRules } from '../../core/rules.ts'
import { difference } from '../../model/money.ts'
import { companySettings, usualValues } from '../settings/settings.operations.ts'
import { activityOf } from '../shared/activity.ts'
import { items } from './items.resource.ts'

export const itemRules = defineRules(items, {
  async defaults(ctx) {
    const { uom, taxRate } = await usualValues(ctx)
    return { ...(uom && { uom }), ...(taxRate !== null && { taxRate }) }
  },
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
  alwaysReads: [companySettings],
  shippedRights: {
    sales: { can: ['read'], hidden: ['costPrice'] },
    accountant: { can: ['read'] },
    warehouse: { can: ['read', 'update'], hidden: ['costPrice', 'sellingPrice'], readOnly: ['itemCode'] },
    viewer: { can: ['read'] },
  },
}
