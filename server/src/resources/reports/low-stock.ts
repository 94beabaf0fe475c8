import { type Action, readAction } from '../../core/action.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { group, integer, list, quantity, text } from '../../model/fields.ts'
import { difference } from '../../model/money.ts'
import { items } from '../items/items.resource.ts'
import { ownOnly, sees } from './sight.ts'

const LIMIT = 20
const LIMIT_MAX = 100

const amount = (example: number, description?: string) =>
  quantity({ required: true, example, ...(description && { description }) })

/** What should be ordered again. */
export const lowStockReport: Action = readAction({
  name: 'get-low-stock-report',
  method: 'GET',
  path: '/low-stock',
  summary: 'Get the items that are running out',
  description:
    'Active goods of which less is available than their reorder level, the scarcest first. What you may not read is left out.',
  access: 'signed-in',
  scope: 'read',
  status: 200,
  query: {
    limit: integer({
      default: LIMIT,
      min: 1,
      description: `How many items at most. More than ${LIMIT_MAX} is served as ${LIMIT_MAX}.`,
    }),
  },
  output: group({
    count: integer({ required: true, maybe: true, example: 4, description: 'All of them, listed here or not.' }),
    items: list(
      group({
        id: text({ required: true, example: 'itm_0t3q8m5xk00a7b2c9d4' }),
        itemCode: text({ required: true, example: 'BOLT-M8' }),
        itemName: text({ required: true, example: 'Hexagon bolt M8 × 40' }),
        uom: text({ required: true, example: 'Nos' }),
        availableStock: amount(12),
        reorderLevel: amount(200),
        reorderQty: amount(1000),
        missing: amount(188, 'How much less than the reorder level is available.'),
      }),
      { maybe: true },
    ),
  }),
  async run(ctx, { input }) {
    const { limit } = input as { limit: number }
    const shown = ['itemCode', 'itemName', 'uom', 'availableStock', 'reorderLevel', 'reorderQty', 'isLowStock']
    if (!sees(ctx, items, ...shown)) return { data: {} }
    const low = [{ path: 'isLowStock', operator: 'eq', values: [true] } as const, ...ownOnly(ctx, items)]
    const perPage = Math.min(limit, LIMIT_MAX)
    const query = plainList(low, { perPage, sort: 'availableStock', order: 'asc', withTotal: true })
    const { records, total } = await ctx.records.list(items, query)
    return { data: { count: total, items: records.map(asLow) } }
  },
})

type Low = { [K in 'id' | 'itemCode' | 'itemName' | 'uom']: string } & {
  [K in 'availableStock' | 'reorderLevel' | 'reorderQty']: number
}

const asLow = ({ id, itemCode, itemName, uom, availableStock, reorderLevel, reorderQty }: Low) => ({
  id,
  itemCode,
  itemName,
  uom,
  availableStock,
  reorderLevel,
  reorderQty,
  missing: difference(reorderLevel, availableStock),
})
