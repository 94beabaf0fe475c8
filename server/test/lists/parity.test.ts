import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { OPERATORS } from '../../src/core/lists/list-query.ts'
import { filterableOf, sortableOf } from '../../src/core/lists/parse-list.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { SAMPLE_SIZE, samples } from './sample.ts'
import { addressOf } from './walk.ts'

const RUNS = 300
// What differs from one server to the next by nature: ids, users, the time of day.
const scalars = [...filterableOf(items)].filter(([, { kind }]) => !['id', 'ref', 'instant'].includes(kind.name))
const sortable = scalars.map(([path]) => path).filter((path) => sortableOf(items).includes(path))

const ODD_NAMES = [
  'ΒΑΣΙΛΗΣ',
  'Σ\u0301',
  'ﬁne',
  'İstanbul',
  'ısı',
  'e\u0301',
  'é',
  'ẞ',
  '%_\\',
  '\u{10FFFF}',
  '\uFFFD',
  'ǅ',
  'ŉ',
  'a\u0328\u0301',
]

const piece = fc.oneof(
  fc.constantFrom(
    '%',
    '_',
    '\\',
    ',',
    'null',
    'true',
    '0',
    '1',
    '.',
    '-',
    'an',
    'Ä',
    'ß',
    'Σ',
    'ς',
    'ı',
    '\u0301',
    '😀',
    ' ',
  ),
  fc.constantFrom(
    ...ODD_NAMES.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase(), name.normalize('NFD')]),
  ),
  fc.string({ unit: 'grapheme', maxLength: 2 }),
)
const anyText = fc.array(piece, { maxLength: 4, size: 'small' }).map((pieces) => pieces.join(''))
const filter = fc.tuple(fc.constantFrom(...scalars.map(([path]) => path)), fc.constantFrom(...OPERATORS), anyText)
const query = fc.record({
  filters: fc.array(filter, { maxLength: 2 }),
  search: fc.option(anyText, { nil: undefined }),
  sort: fc.option(fc.constantFrom(...sortable), { nil: undefined }),
  order: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 3 }),
})

/** Everything of an answer that must be the same wherever the records are kept. */
async function essence(kontor: Kontor, address: string) {
  const { status, body } = await kontor.get(address)
  const { nextCursor: _, ...meta } = body.meta ?? {}
  const codes = body.data?.map(({ itemCode }: { itemCode: string }) => itemCode)
  return { status, codes, meta, code: body.error?.code, message: body.error?.message }
}

describe('Every database', { skip: databaseKinds.length < 2 }, () => {
  const kontors: Kontor[] = []
  before(async () => {
    for (const kind of databaseKinds) kontors.push(await openKontor(kind))
    for (const kontor of kontors) {
      for (let index = 0; index < SAMPLE_SIZE; index++) await kontor.post('/items', samples.items(index))
      for (const [index, itemName] of ODD_NAMES.entries()) {
        await kontor.post('/items', { itemCode: `ODD-${index}`, itemName, category: itemName, description: itemName })
      }
    }
  })
  after(() => Promise.all(kontors.map((kontor) => kontor.close())))

  test('gives the same answer to the same question, however odd', async () => {
    const property = fc.asyncProperty(query, async ({ filters, search, sort, ...rest }) => {
      const named = Object.fromEntries(filters.map(([path, operator, text]) => [`${path}[${operator}]`, text]))
      const address = addressOf('/items', {
        ...named,
        ...(search !== undefined && { search }),
        ...(sort && { sort }),
        ...rest,
        perPage: 25,
      })
      const [first, ...others] = await Promise.all(kontors.map((kontor) => essence(kontor, address)))
      assert.notEqual(first!.status, 500, address)
      for (const other of others) assert.deepEqual(other, first, address)
    })
    await fc.assert(property, { numRuns: RUNS })
  })
})
