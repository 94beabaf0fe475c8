import type { Item } from '../../resources/items/items.resource.ts'
import { activityOf } from '../../resources/shared/activity.ts'
import { QUALITIES, SHELVES, type Shelf } from './assortment.ts'
import { Lot } from './lot.ts'

const SEED = 1
const CODE_DIGITS = 6
const MARGINS = [1.25, 1.4, 1.5, 1.6, 1.8, 2, 2.2]
/** Prices come in steps, as price lists have them. */
const STEPS = 40
const REORDER_LEVELS = [5, 10, 20, 25, 50, 100, 200]
const REORDER_FACTORS = [2, 3, 4, 5]
const INACTIVE_PERCENT = 3
const DESCRIBED_PERCENT = 20

export type NewItem = Omit<Item, 'id' | 'updatedAt' | 'createdBy' | 'version'>

/** The item of this number, the same in every run. */
export function itemAt(number: number, createdAt: string): NewItem {
  const lot = new Lot(SEED, number)
  const shelf = lot.one(SHELVES)
  const costPrice = costOn(shelf, lot)
  const isActive = !lot.percent(INACTIVE_PERCENT)
  const reorderLevel = shelf.type === 'Service' || !isActive ? 0 : lot.one(REORDER_LEVELS)
  const itemName = nameOn(shelf, lot)
  return {
    itemCode: `${shelf.code}-${String(number).padStart(CODE_DIGITS, '0')}`,
    itemName,
    category: shelf.category,
    itemType: shelf.type,
    uom: shelf.uom,
    sellingPrice: cents(costPrice * lot.one(MARGINS)),
    costPrice,
    taxRate: lot.percent(15) ? 7 : 19,
    currentStock: 0,
    reservedStock: 0,
    availableStock: 0,
    reorderLevel,
    isLowStock: reorderLevel > 0,
    reorderQty: reorderLevel * lot.one(REORDER_FACTORS),
    description: lot.percent(DESCRIBED_PERCENT) ? `${itemName}. For ${lot.one(USES)}.` : null,
    images: [],
    isActive,
    status: activityOf(isActive),
    createdAt,
  }
}

const USES = ['workshops', 'indoor use', 'outdoor use', 'food production', 'building sites', 'laboratories', 'schools']

function nameOn({ things, materials, sizes }: Shelf, lot: Lot): string {
  const [quality, material, thing] = [lot.one(QUALITIES), lot.one(materials), lot.one(things)]
  return `${quality[0]!.toUpperCase()}${quality.slice(1)} ${material} ${thing} ${lot.one(sizes)}`
}

/** Cheap things are more common than dear ones. */
function costOn({ cost: { from, to } }: Shelf, lot: Lot): number {
  return cents(from * (to / from) ** (lot.below(STEPS) / (STEPS - 1)))
}

const cents = (amount: number): number => Math.round(amount * 100) / 100
