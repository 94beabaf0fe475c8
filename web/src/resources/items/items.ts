import { IconBox } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { filled } from '../../screens/form/filled.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const items: Customisation = {
  icon: IconBox,
  group: 'catalog',
  columns: ['itemCode', 'itemName', 'category', 'itemType', 'sellingPrice', 'availableStock', 'uom', 'status'],
  defaults: ({ defaults: { uom, taxRate } }) => filled({ uom, taxRate }),
  Summary: lazyPart(() => import('./item-summary.tsx').then(({ ItemSummary }) => ItemSummary)),
  tabs: [
    {
      id: 'stock',
      name: 'records:stockLedger',
      Content: lazyPart(() => import('./stock-ledger.tsx').then(({ StockLedger }) => StockLedger)),
    },
  ],
}
