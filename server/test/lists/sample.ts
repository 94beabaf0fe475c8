// Records as different from each other as possible: empty values, duplicates, odd letters, several days.
import { sql } from 'kysely'
import type { AnyRecord } from '../../src/model/resource.ts'
import type { Kontor } from '../support/kontor.ts'

export const SAMPLE_SIZE = 48
const DAY_MS = 86_400_000

const TEXTS = [
  'Anvil', 'anvil', 'ANVIL 2', 'Ärmel', 'ärmel', 'ÄRMEL', 'Zürich', 'Œuvre', '50% off', '50 off', 'under_score', 'underXscore',
  'back\\slash', 'a,b', 'a', 'b', 'null value', '日本語', '😀 grin', '￿ last of the plane', "O'Brien", '"quoted"', 'ЖУК', 'жук', ' padded ', 'ΒΑΣΙΛΗΣ',
] // biome-ignore format: one line reads better than twenty-six
const CATEGORIES = ['Fasteners', 'fasteners', null, 'Füße', '', 'a,b', '100%', null]
const AMOUNTS = [0, 0.0001, 0.1, 0.3, 1, 9.99, 10, 10.5, 100, 1234.5678, 99_999_999_999.9999]
const STOCK = [-10_000, 0, 1, 5000, 25_000, 999_999]

const at = <T>(values: readonly T[], index: number): T => values[index % values.length]!

const itemAt = (index: number) => ({
  itemCode: `${at(['CODE', 'code', 'Äx', 'x_y', '5%'], index)}-${index}`,
  itemName: at(TEXTS, index),
  category: at(CATEGORIES, index),
  itemType: at(['Product', 'Service', 'Consumable'], index),
  uom: at(['Nos', 'kg', 'm²', 'Nos'], index),
  sellingPrice: at(AMOUNTS, index),
  costPrice: at(AMOUNTS, index * 3),
  taxRate: at([0, 7, 19, 19.5, 100], index),
  reorderLevel: at(AMOUNTS, index * 5),
  reorderQty: at(AMOUNTS, index * 7),
  description: at([null, ...TEXTS, null, ''], index * 3),
  isActive: index % 4 !== 0,
})

const customerAt = (index: number) => ({
  name: at(TEXTS, index),
  email: at([null, 'a@example.com', 'B@example.com', `c${index}@example.com`], index),
  phone: at([null, '+49 40 5550199', ''], index),
  type: at(['Company', 'Individual', 'company', 'Träger'], index),
  address: {
    street: at([null, 'Hafenstraße 12', 'HAFENSTRASSE 12'], index),
    city: at([null, 'Hamburg', 'hamburg', 'Ålesund', 'Łódź', ''], index),
    state: at([null, 'Hamburg'], index),
    zipCode: at(['20457', null, '01067', '9000'], index),
    country: at([null, 'DE', 'NO', 'PL', 'DE'], index),
  },
  creditLimit: at([null, 0, 0.5, 5000, 5000, 99_999_999_999.9999], index),
  creditHold: index % 5 === 0,
  paymentTerms: at([null, 'Net 30', 'net 30', 'EOM+10'], index),
  taxId: at([null, 'DE123456789'], index * 3),
  isActive: index % 3 !== 0,
})

export const samples = { items: itemAt, customers: customerAt } as const
export type SampledResource = keyof typeof samples

/** Fills one resource over four days, and gives back what is then in it. */
export async function fill(kontor: Kontor, resource: SampledResource): Promise<AnyRecord[]> {
  const ids: string[] = []
  const move = async (days: number) => {
    kontor.advance(days * DAY_MS)
    await kontor.signInAgain()
  }
  await move(-3)
  for (let index = 0; index < SAMPLE_SIZE; index++) {
    const { body } = await kontor.post(`/${resource}`, samples[resource](index))
    ids.push(body.data.id)
    if (index % 16 === 15) await move(1)
  }
  for (const id of ids.filter((_, index) => index % 6 === 0)) await kontor.put(`/${resource}/${id}`, { isActive: true })
  await fillWhatNoClientSends(kontor, resource, ids)
  return Promise.all(ids.map(async (id) => (await kontor.get(`/${resource}/${id}`)).body.data))
}

/** Ways to look at lists, as one person has them. */
export async function fillViews(kontor: Kontor): Promise<AnyRecord[]> {
  const ids: string[] = []
  for (let index = 0; index < SAMPLE_SIZE / 4; index++) {
    const resource = at(['items', 'customers', 'invoices'], index)
    const { body } = await kontor.post('/views', { name: at(TEXTS, index), resource, isShared: index % 3 === 0 })
    ids.push(body.data.id)
  }
  return Promise.all(ids.map(async (id) => (await kontor.get(`/views/${id}`)).body.data))
}

/** Stock comes from movements, and the service itself creates records too; neither can be had through the API yet. */
async function fillWhatNoClientSends({ engine }: Kontor, resource: SampledResource, ids: string[]): Promise<void> {
  await engine.write(async (connection) => {
    for (const [index, id] of ids.entries()) {
      const stock = {
        currentStock: at(STOCK, index),
        reservedStock: at(STOCK, index * 5),
        availableStock: at(STOCK, index + 1),
      }
      const values = { ...(resource === 'items' && stock), ...(index % 7 === 0 && { createdBy: null }) }
      if (Object.keys(values).length === 0) continue
      await connection.query(engine.builder.updateTable(resource).set(values).where('id', '=', id).compile())
    }
    for (const statement of creatorsCountedAnew(resource)) await connection.query(statement.compile(engine.builder))
  })
}

/** Writes past the service must update its counts themselves. */
const creatorsCountedAnew = (resource: SampledResource) => [
  sql`delete from tallies where resource = ${sql.lit(resource)} and key like 'createdBy=%'`,
  sql`insert into tallies (resource, key, slot, count)
    select ${sql.lit(resource)}, 'createdBy=' || coalesce('"' || "createdBy" || '"', 'null'), 0, count(*)
    from ${sql.table(resource)} group by "createdBy"`,
]
