import { choice, flag, list, money, percent, quantity, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'
import { activityFields } from '../shared/activity.ts'

export const items = defineResource({
  name: 'items',
  singular: 'item',
  idPrefix: 'itm',
  title: 'itemName',
  hit: { name: 'itemName', code: 'itemCode' },
  description: 'What the company sells: products and consumables that are kept in stock, and services.',
  fields: {
    itemCode: text({
      required: true,
      unique: true,
      search: true,
      max: 64,
      example: 'BOLT-M8',
      description: 'Must be unique, ignoring case.',
    }),
    itemName: text({
      required: true,
      search: true,
      indexed: true,
      indexedWithin: ['category'],
      max: 200,
      example: 'Hexagon bolt M8 × 40',
    }),
    category: text({ counted: true, max: 100, example: 'Fasteners' }),
    itemType: choice(['Product', 'Service', 'Consumable'], { counted: true, default: 'Product' }),
    uom: text({
      default: 'Nos',
      defaulted: true,
      max: 32,
      example: 'Nos',
      description: 'Unit of measure. If left out: as in the settings.',
    }),
    sellingPrice: money({ min: 0, default: 0, indexed: true, indexedWithin: ['category'], example: 0.42 }),
    costPrice: money({ min: 0, default: 0, indexed: true, example: 0.17 }),
    taxRate: percent({
      default: 0,
      defaulted: true,
      example: 19,
      description: 'Percent of tax on its sale. If left out: as in the settings.',
    }),
    currentStock: quantity({
      readOnly: true,
      setBy: 'POST /stock-movements',
      unversioned: true,
      default: 0,
      indexed: true,
      hiddenWith: ['stock-movements.quantity'],
      description: 'What is in the warehouse.',
    }),
    reservedStock: quantity({
      readOnly: true,
      setBy: 'PUT /sales-orders/{id}/status',
      unversioned: true,
      default: 0,
      hiddenWith: ['sales-orders.items.quantity'],
      description: 'What open orders have reserved.',
    }),
    availableStock: quantity({
      readOnly: true,
      setBy: 'POST /stock-movements',
      unversioned: true,
      default: 0,
      indexed: true,
      hiddenWith: ['.currentStock', '.reservedStock'],
      description: 'currentStock less reservedStock.',
    }),
    reorderLevel: quantity({ min: 0, default: 0, indexed: true, example: 200 }),
    isLowStock: flag({
      readOnly: true,
      setBy: 'reorderLevel',
      unversioned: true,
      default: false,
      counted: true,
      hiddenWith: ['.availableStock', '.reorderLevel'],
      description: 'Active goods of which less is available than reorderLevel.',
    }),
    reorderQty: quantity({ min: 0, default: 0, example: 1000 }),
    description: text({ max: 4000, example: 'Steel, zinc plated' }),
    images: list(text({ format: 'url', max: 2000 }), { max: 20, example: ['https://example.com/bolt-m8.png'] }),
    ...activityFields('An inactive item cannot be put on new orders.'),
  },
})

export type Item = Row<typeof items>
