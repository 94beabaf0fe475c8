import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRecord } from '../../src/model/resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { listed, walkCursor, walkPages } from './walk.ts'

/** In alphabetical order; of names that differ in case and accents only, the lower code point is first. */
const NAMES = [
  '',
  '10 mm',
  '9 mm',
  'ARGER',
  'Arger',
  'arger',
  'Ärger',
  'ärger',
  'argern',
  'Beta',
  'Öl',
  'Ölfilter',
  'Straße',
  'straße',
  'Strassenbahn',
  'Łódź',
]
const CODES = ['Bolt-É', 'NUT-1', 'straße']

onEveryDatabase('Texts in lists', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    const mixed = NAMES.map((_, index) => NAMES[(index * 7) % NAMES.length]!) // 7 and 16 have no common divisor
    for (const [index, category] of mixed.entries()) {
      const itemName = category || 'Without'
      const item = { itemCode: CODES[index] ?? `C-${index}`, itemName, category, description: itemName }
      assert.equal((await kontor().post('/items', item)).status, 201)
    }
    await kontor().post('/items', { itemCode: 'NONE', itemName: 'None', category: null })
  })
  const names = (records: readonly AnyRecord[]) => records.map(({ category }) => category)

  test('are sorted in alphabetical order, case and accents ignored, then by code point, by page and by cursor', async () => {
    const ascending = [null, ...NAMES]
    for (const [order, expected] of [
      ['asc', ascending],
      ['desc', ascending.toReversed()],
    ] as const) {
      const parameters = { sort: 'category', order, perPage: 3, fields: 'category' }
      assert.deepEqual(names(await walkPages(kontor(), '/items', parameters)), expected)
      assert.deepEqual(names(await walkCursor(kontor(), '/items', parameters)), expected)
    }
  })

  test('have the same order in an export', async () => {
    const { text } = await kontor().get('/items/export?sort=category&order=asc&fields=category')
    const cells = text.trimEnd().split('\r\n').slice(1)
    assert.deepEqual(
      cells.map((cell) => cell.split(',')[1]),
      ['', ...NAMES],
    )
  })

  test('are compared by gt, gte, lt and lte in the order in which they are sorted', async () => {
    const found = async (operator: string, text: string) => {
      const parameters = { [`category[${operator}]`]: text, sort: 'category', order: 'asc', perPage: 100 }
      return names((await listed(kontor(), '/items', parameters)).data)
    }
    const at = (name: string) => NAMES.indexOf(name)
    assert.deepEqual(await found('gt', 'Ärger'), NAMES.slice(at('Ärger') + 1))
    assert.deepEqual(await found('gte', 'Ärger'), NAMES.slice(at('Ärger')))
    assert.deepEqual(await found('lt', 'Ärger'), NAMES.slice(0, at('Ärger')))
    assert.deepEqual(await found('lte', 'Strasse'), NAMES.slice(0, at('Straße')))
    assert.deepEqual(await found('gte', 'STRASSE'), NAMES.slice(at('Straße')))
  })

  test('are equal only to themselves, unless the field is unique', async () => {
    for (const [name, count] of [
      ['ärger', 1],
      ['arger', 1],
      ['ÄRGER', 0],
    ] as const) {
      assert.equal((await listed(kontor(), '/items', { category: name })).meta.total, count, name)
      assert.equal((await listed(kontor(), '/items', { 'category[in]': `${name},nothing` })).meta.total, count, name)
    }
  })

  test('of a field that is unique regardless of case are found by eq and in whatever the case, by ne left out', async () => {
    const codes = async (parameters: Record<string, string>) =>
      (await listed(kontor(), '/items', { ...parameters, perPage: 100 })).data.map(
        ({ itemCode }: { itemCode: string }) => itemCode,
      )
    for (const asked of ['bolt-é', 'BOLT-É', 'Bolt-E\u0301'])
      assert.deepEqual(await codes({ itemCode: asked }), ['Bolt-É'])
    assert.deepEqual(await codes({ itemCode: 'bolt-e' }), [], 'accents count')
    assert.deepEqual(await codes({ itemCode: 'strasse' }), [], 'ß is another letter than ss')
    assert.deepEqual(await codes({ 'itemCode[in]': 'nut-1, STRAßE', sort: 'itemCode', order: 'asc' }), [
      'NUT-1',
      'straße',
    ])
    assert.deepEqual(await codes({ itemCode: 'nut-1', sort: 'itemName' }), ['NUT-1'])
    const others = await codes({ 'itemCode[ne]': 'nut-1' })
    assert.equal(others.length, NAMES.length)
    assert.ok(!others.includes('NUT-1'))
  })

  test('are found by search with ss for ß and the reverse, in a list and everywhere', async () => {
    for (const asked of ['strasse', 'STRASSE', 'straße']) {
      const { data } = await listed(kontor(), '/items', { search: asked, sort: 'itemName', order: 'asc' })
      const found = data.map(({ itemName }: { itemName: string }) => itemName)
      assert.deepEqual(found.slice(-3), ['Straße', 'straße', 'Strassenbahn'], asked)
    }
    for (const asked of ['strasse', 'straße', 'STRASSE']) {
      const { body } = await kontor().get(`/search?q=${encodeURIComponent(asked)}&types=items`)
      const [first, second, third] = body.data.items
      assert.deepEqual([first.name, second.name].sort(), ['Straße', 'straße'], asked)
      assert.deepEqual([first.score, second.score, third.name], [1, 1, 'Strassenbahn'], asked)
    }
  })
})
