import { IconBox } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const items: Customisation = {
  icon: IconBox,
  group: 'catalog',
  columns: ['itemCode', 'itemName', 'category', 'itemType', 'sellingPrice', 'availableStock', 'uom', 'status'],
  Summary: lazyPart(() => import('./item-summary.tsx').then(({ ItemSummary }) => ItemSummary)),
  tabs: [
    {
      id: 'stock',
      name: 'records:stockLedger',
      Content: lazyPart(() => import('./stock-ledger.tsx').then(({ StockLedger }) => StockLedger)),
    },
  ],
}
