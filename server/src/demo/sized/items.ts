import type { Item } from '../../resources/items/items.resource.ts'
import { activityOf } from '../../resources/shared/activity.ts'
import { QUALITIES, SHELVES, type Shelf } from './assortment.ts'
import { SeededRandom } from './seeded-random.ts'

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
  const random = new SeededRandom(SEED, number)
  const shelf = random.one(SHELVES)
  const costPrice = costOn(shelf, random)
  const isActive = !random.percent(INACTIVE_PERCENT)
  const reorderLevel = shelf.type === 'Service' || !isActive ? 0 : random.one(REORDER_LEVELS)
  const itemName = nameOn(shelf, random)
  return {
    itemCode: `${shelf.code}-${String(number).padStart(CODE_DIGITS, '0')}`,
    itemName,
    category: shelf.category,
    itemType: shelf.type,
    uom: shelf.uom,
    sellingPrice: cents(costPrice * random.one(MARGINS)),
    costPrice,
    taxRate: random.percent(15) ? 7 : 19,
    currentStock: 0,
    reservedStock: 0,
    availableStock: 0,
    reorderLevel,
    isLowStock: reorderLevel > 0,
    reorderQty: reorderLevel * random.one(REORDER_FACTORS),
    description: random.percent(DESCRIBED_PERCENT) ? `${itemName}. For ${random.one(USES)}.` : null,
    images: [],
    isActive,
    status: activityOf(isActive),
    createdAt,
  }
}

const USES = ['workshops', 'indoor use', 'outdoor use', 'food production', 'building sites', 'laboratories', 'schools']

function nameOn({ things, materials, sizes }: Shelf, random: SeededRandom): string {
  const [quality, material, thing] = [random.one(QUALITIES), random.one(materials), random.one(things)]
  return `${quality[0]!.toUpperCase()}${quality.slice(1)} ${material} ${thing} ${random.one(sizes)}`
}

/** Cheap items are more common than expensive ones. */
function costOn({ cost: { from, to } }: Shelf, random: SeededRandom): number {
  return cents(from * (to / from) ** (random.below(STEPS) / (STEPS - 1)))
}

const cents = (amount: number): number => Math.round(amount * 100) / 100
