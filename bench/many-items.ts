import type { Connection, Engine } from '../server/src/db/engine.ts'
import { createId } from '../server/src/db/ids.ts'
import { IndexBook } from '../server/src/db/search/index-book.ts'
import { Lexicon } from '../server/src/db/search/lexicon.ts'
import { encodeRow, tableOf } from '../server/src/db/table.ts'
import { items } from '../server/src/resources/items/items.resource.ts'

const PAGE = 2000
const ROWS_AT_ONCE = 100
const START = Date.UTC(2025, 0, 1)

const ADJECTIVES =
  'round flat hexagonal square narrow heavy light flexible rigid double single industrial compact silent rapid'
const MATERIALS =
  'steel copper brass bronze granite plastic rubber ceramic titanium aluminium carbon beech leather glass zinc'
const THINGS =
  'bolt washer spanner spindle bracket turnbuckle flywheel bearing gasket coupling valve piston hammer chisel mallet crane pulley hinge rivet clamp'
const SYLLABLES = 'ba ko ri ten mar lo sun vek dor pa nim tur gal fen os'

const words = (text: string) => text.split(' ')
const syllables = words(SYLLABLES)

/** Numbers that look drawn by lot and are the same at every run. */
export function lot(index: number, salt: number, below: number): number {
  let value = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return ((value ^ (value >>> 15)) >>> 0) % below
}

const drawn = (text: string, index: number, salt: number) => words(text)[lot(index, salt, words(text).length)]!

/** One of some three thousand. */
const brandOf = (index: number) => [1, 2, 3].map((salt) => syllables[lot(index, salt, syllables.length)]).join('')

export const codeOf = (index: number): string => `P-${String(index).padStart(8, '0')}`

export const nameOf = (index: number): string =>
  [
    brandOf(index),
    drawn(ADJECTIVES, index, 4),
    drawn(MATERIALS, index, 5),
    drawn(THINGS, index, 6),
    `M${lot(index, 7, 40)}`,
  ].join(' ')

const itemAt = (index: number, now: string) => ({
  id: createId(items.idPrefix, now),
  itemCode: codeOf(index),
  itemName: nameOf(index),
  category: null,
  itemType: 'Product',
  uom: 'Nos',
  sellingPrice: 1,
  costPrice: 1,
  taxRate: 0,
  currentStock: 0,
  reservedStock: 0,
  availableStock: 0,
  reorderLevel: 0,
  reorderQty: 0,
  description: null,
  images: [],
  isActive: true,
  status: 'active',
  createdAt: now,
  updatedAt: now,
  createdBy: null,
  version: 1,
})

const table = tableOf(items)

/** Writes items past the API, with what the search needs to find them; totals are not kept. */
export async function fillWithItems(engine: Engine, from: number, to: number): Promise<void> {
  const lexicon = new Lexicon(engine)
  for (let start = from; start < to; start += PAGE) {
    await lexicon.catchUp(engine.reader)
    const end = Math.min(to, start + PAGE)
    await engine.write((connection) => writePage(engine, connection, new IndexBook(lexicon), start, end))
  }
}

async function writePage(engine: Engine, connection: Connection, book: IndexBook, start: number, end: number) {
  const columns = [...table.columns, ...table.hidden].map(({ name }) => name)
  for (let first = start; first < end; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, end - first) }, (_, offset) => {
      const index = first + offset
      const record = itemAt(index, new Date(START + index * 10).toISOString())
      book.note(table, undefined, record)
      const row = [...encodeRow(table.columns, record), ...table.hidden.map(({ textOf }) => textOf(record))]
      return Object.fromEntries(columns.map((column, position) => [column, row[position]]))
    })
    await connection.query(engine.builder.insertInto(table.name).values(rows).compile())
  }
  await book.write(engine, connection)
}
