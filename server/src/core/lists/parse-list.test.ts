import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { choice, date, flag, group, integer, list, money, text } from '../../model/fields.ts'
import { defineResource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { Problem } from '../problem.ts'
import { createCursors, listingOf } from './cursor.ts'
import { OPERATORS } from './list-query.ts'
import { filterableOf, isSortable, LIST_PARAMETERS, type Pair, parseList, parseSelection } from './parse-list.ts'

const cursors = createCursors([Buffer.alloc(32, 1)])
const everything: Permission = { can: ['read'] }
const books = defineResource({
  name: 'books',
  singular: 'book',
  idPrefix: 'boo',
  title: 'title',
  description: 'Made up for these tests.',
  fields: {
    title: text({ required: true, search: true, indexed: true }),
    isbn: text({ unique: true }),
    genre: choice(['novel', 'poetry'], { counted: true }),
    price: money({ min: 0, max: 100 }),
    pages: integer(),
    isLent: flag(),
    bought: date(),
    vault: text({ secret: true, indexed: true }),
    rank: integer({ computed: true }),
    author: group({ surname: text({ indexed: true }), password: text({ secret: true }) }),
    tags: list(text()),
  },
})

const parse = (pairs: readonly Pair[], permission = everything) =>
  parseList(books, pairs, permission, cursors, (field) => new Set(field === 'genre' ? ['atlas'] : []))
const listOf = (...pairs: Pair[]) => parse(pairs).list
const refusal = (code: string) => (error: unknown) => error instanceof Problem && error.code === code

describe('The address of a list', () => {
  test('without parameters asks for the first page, newest first, with a total', () => {
    assert.deepEqual(parse([]), {
      list: { perPage: 20, sort: 'createdAt', order: 'desc', words: [], conditions: [], page: 1, withTotal: true },
    })
  })

  test('becomes conditions with values of the field’s kind', () => {
    const { conditions } = listOf(
      ['price[gte]', '9.50'],
      ['isLent', 'true'],
      ['genre[in]', 'novel,null'],
      ['bought[lt]', '2026-01-31'],
      ['createdAt[gt]', '2026-01-31'],
      ['author.surname[ne]', 'null'],
      ['title[like]', '10\\%'],
      ['title[gt]', 'null'],
      ['pages', '12'],
    )
    assert.deepEqual(conditions, [
      { path: 'price', operator: 'gte', values: [9.5] },
      { path: 'isLent', operator: 'eq', values: [true] },
      { path: 'genre', operator: 'in', values: ['novel', null] },
      { path: 'bought', operator: 'lt', values: ['2026-01-31'] },
      { path: 'createdAt', operator: 'gt', values: ['2026-01-31T00:00:00.000Z'] },
      { path: 'author.surname', operator: 'ne', values: [null] },
      { path: 'title', operator: 'like', values: ['10\\%'] },
      { path: 'title', operator: 'gt', values: ['null'] },
      { path: 'pages', operator: 'eq', values: [12] },
    ])
  })

  test('may ask beyond the bounds of a field, which hold for what is kept', () => {
    assert.deepEqual(listOf(['price[lte]', '5000']).conditions[0]!.values, [5000])
    assert.deepEqual(listOf(['price[gt]', '-1']).conditions[0]!.values, [-1])
  })

  test('understands a choice that another resource has', () => {
    assert.deepEqual(listOf(['genre', 'atlas']).conditions[0]!.values, ['atlas'])
    assert.throws(() => listOf(['genre', 'map']), refusal('INVALID_FILTER'))
  })

  test('takes commas inside a value of "in" when they are escaped', () => {
    const valuesOf = (value: string) => listOf(['title[in]', value]).conditions[0]!.values
    assert.deepEqual(valuesOf('a,b\\,c,null'), ['a', 'b,c', null])
    assert.deepEqual(valuesOf(''), [''])
    assert.deepEqual(valuesOf(','), ['', ''])
    const word = fc.string({ unit: fc.constantFrom('a', ',', ' ', 'ä'), maxLength: 5 })
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const values = valuesOf(words.map((one) => one.replaceAll(',', '\\,')).join(','))
        assert.deepEqual(
          values,
          words.map((one) => one.trim()),
        )
      }),
    )
  })

  test('turns updatedSince into a condition', () => {
    const expected = { path: 'updatedAt', operator: 'gte', values: ['2026-01-31T08:30:00.000Z'] }
    assert.deepEqual(listOf(['updatedSince', '2026-01-31T09:30:00+01:00']).conditions, [expected])
  })

  test('turns search into folded words, each once', () => {
    assert.deepEqual(listOf(['search', '  Füße FUSSE fuße\tÉ ']).words, ['fuße', 'fusse', 'e'])
    assert.deepEqual(listOf(['search', ' ']).words, [])
  })

  test('says whether a total is wanted', () => {
    assert.equal(listOf(['includeTotal', 'false']).withTotal, false)
    const after = { value: 'x', id: 'boo_1' }
    const cursor = cursors.seal(after, listingOf('books', listOf()))
    assert.equal(listOf(['cursor', cursor]).withTotal, false)
    assert.deepEqual(listOf(['cursor', cursor]).after, after)
    assert.equal('page' in listOf(['cursor', cursor]), false)
    assert.equal(listOf(['cursor', cursor], ['includeTotal', 'true']).withTotal, true)
  })

  test('knows neither secret nor computed fields, nor lists', () => {
    assert.deepEqual(
      [...filterableOf(books).keys()],
      [
        'id',
        'title',
        'isbn',
        'genre',
        'price',
        'pages',
        'isLent',
        'bought',
        'author.surname',
        'createdAt',
        'updatedAt',
        'createdBy',
        'version',
      ],
    )
    for (const name of ['vault', 'rank', 'tags', 'author', 'author.password']) {
      assert.throws(() => listOf([name, 'x']), refusal('INVALID_FILTER'), name)
      assert.throws(() => listOf(['sort', name]), refusal('INVALID_SORT'), name)
    }
    assert.throws(() => parseSelection(books, 'vault'), refusal('INVALID_PARAMETER'))
  })

  test('sorts only by what is indexed', () => {
    const sortable = [...filterableOf(books)].filter(([, field]) => isSortable(field)).map(([path]) => path)
    assert.deepEqual(sortable, [
      'id',
      'title',
      'isbn',
      'genre',
      'author.surname',
      'createdAt',
      'updatedAt',
      'createdBy',
    ])
    assert.throws(() => listOf(['sort', 'price']), refusal('INVALID_SORT'))
  })

  test('cannot reach a field that the role does not see, by whatever way', () => {
    const permission: Permission = { can: ['read'], hidden: ['title', 'author'] }
    const ways: Pair[] = [
      ['title', 'x'],
      ['title[like]', '%'],
      ['author.surname', 'x'],
      ['sort', 'title'],
      ['sort', 'author.surname'],
      ['fields', 'author'],
      ['search', 'x'],
    ]
    for (const way of ways) assert.throws(() => parse([way], permission), refusal('FIELD_NOT_PERMITTED'), way.join('='))
    assert.doesNotThrow(() => parse([['genre', 'novel']], permission))
  })

  test('never fails in any other way than by a refusal', () => {
    const names = [...LIST_PARAMETERS, ...filterableOf(books).keys(), 'tags', '__proto__', 'constructor']
    const name = fc.oneof(
      fc.constantFrom(...names),
      fc
        .tuple(fc.constantFrom(...names), fc.constantFrom(...OPERATORS, '__proto__', ''))
        .map(([path, operator]) => `${path}[${operator}]`),
      fc.string(),
    )
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('null', '1', 'true', '2026-01-31', ','),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 4 }), (pairs) => {
        try {
          parse(pairs)
        } catch (error) {
          assert.ok(error instanceof Problem && error.status === 400, String(error))
        }
      }),
      { numRuns: 2000 },
    )
  })
})
