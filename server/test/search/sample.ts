/** Names that are the same at every run, of words that are alike. */
const COLOURS = ['red', 'reddish', 'grün', 'green', 'blue', 'bluish', 'black', 'white', 'yellow', 'violet']
const MATERIALS = [
  'steel',
  'stainless',
  'copper',
  'brass',
  'bronze',
  'beech',
  'granite',
  'plastic',
  'rubber',
  'ceramic',
]
const THINGS = [
  'bolt',
  'bolts',
  'hexagon',
  'hexagonal',
  'washer',
  'spanner',
  'spindle',
  'bracket',
  'turnbuckle',
  'flywheel',
  'bearing',
  'gasket',
]
const PLACES = ['Nordlicht', 'Südhafen', 'Ærø', 'Zürich', 'İzmir', 'Łódź', '東京', 'Αθήνα']

const pick = <T>(values: readonly T[], index: number, step: number): T =>
  values[(index * step + (index >> 3)) % values.length]!

const numbers = {
  sellingPrice: 0,
  costPrice: 0,
  taxRate: 0,
  currentStock: 0,
  reservedStock: 0,
  availableStock: 0,
  reorderLevel: 0,
  reorderQty: 0,
}
const active = { isActive: true, status: 'active' as const }

export const sampleItem = (index: number) => ({
  itemCode: `${pick(THINGS, index, 5).slice(0, 3).toUpperCase()}-${String(1000 + index * 7).padStart(7, '0')}`,
  itemName: `${pick(COLOURS, index, 3)} ${pick(MATERIALS, index, 7)} ${pick(THINGS, index, 1)} M${index % 24}`,
  category: null,
  description: null,
  itemType: 'Product' as const,
  uom: 'Nos',
  images: [],
  isLowStock: false,
  ...numbers,
  ...active,
})

export const sampleCustomer = (index: number) => ({
  name: `${pick(PLACES, index, 1)} ${pick(THINGS, index, 7)} ${index % 50}`,
  email: index % 3 ? `mail${index}@${pick(MATERIALS, index, 3)}.example` : null,
  type: 'Company',
  address: { street: null, city: null, state: null, zipCode: null, country: null },
  creditLimit: null,
  creditHold: false,
  ...active,
})

/** Without its middle letter, and with two letters of its middle swapped. */
function misspelt(word: string): string[] {
  const middle = word.length >> 1
  const swapped = word.slice(0, middle - 1) + word[middle] + word[middle - 1] + word.slice(middle + 1)
  return [word.slice(0, middle) + word.slice(middle + 1), swapped]
}

/** Exact, begun, parts, one slip, two words, codes, and what is not there. */
export function questionsAbout(count: number): string[] {
  const words = [...COLOURS, ...MATERIALS, ...THINGS, ...PLACES]
  const long = words.filter((word) => word.length > 5)
  const some = Array.from({ length: 40 }, (_, index) => sampleItem((index * 37) % count))
  return [
    ...words,
    ...words.map((word) => word.slice(0, 3)),
    ...long.map((word) => word.slice(1, 5)),
    ...long.flatMap(misspelt),
    ...some.map(({ itemCode }) => itemCode),
    ...some.map(({ itemName }) => itemName),
    ...some.map(({ itemName }) => itemName.split(' ').slice(1, 3).reverse().join(' ')),
    ...some.map(({ itemName }) => `${misspelt(itemName.split(' ')[2]!)[0]} ${itemName.slice(0, 3)}`),
    ...some.map(({ itemCode }) => itemCode.split('-')[1]!.replace(/^0+/, '').slice(0, 3)),
    'bo st',
    'm1',
    'mail12',
    'nowhere',
    'b',
  ]
}
