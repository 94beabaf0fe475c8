import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { OPERATORS } from '../../src/core/lists/list-query.ts'
import { filterableOf } from '../../src/core/lists/parse-list.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addressOf } from './walk.ts'

/** As many different filters as are wanted, none of them wrong. */
const filters = (count: number): Record<string, string> => {
  const paths = [...filterableOf(items)]
    .filter(([, { kind }]) => ['text', 'money'].includes(kind.name))
    .map(([path]) => path)
  const all = paths.flatMap((path) => [path, ...OPERATORS.map((operator) => `${path}[${operator}]`)])
  return Object.fromEntries(all.slice(0, count).map((name) => [name, '1']))
}

onEveryDatabase('What lists refuse', (kind) => {
  const kontor = kontorFor(kind)
  before(() => kontor().post('/items', { itemCode: 'ONE', itemName: 'One' }))
  const refused = async (query: string, code: string, message?: RegExp) => {
    const { status, body, text } = await kontor().get(`/items?${query}`)
    assert.equal(status, 400, `${query}: ${text}`)
    assert.equal(body.success, false)
    assert.equal(body.error.code, code, query)
    assert.equal(body.error.details.length, 1, query)
    if (message) assert.match(body.error.message, message)
    return body.error
  }

  test('an unknown field, with the nearest name where one is near', async () => {
    await refused('categry=x', 'INVALID_FILTER', /Did you mean "category"\?/)
    await refused('sellingprice[gte]=1', 'INVALID_FILTER', /Did you mean "sellingPrice"\?/)
    await refused('perpage=5', 'INVALID_FILTER', /Did you mean "perPage"\?/)
    await refused('pag=2', 'INVALID_FILTER', /Did you mean "page"\?/)
    const { message, details } = await refused('colour=red', 'INVALID_FILTER')
    assert.equal(details[0].field, 'colour')
    assert.ok(!message.includes('Did you mean'), message)
  })

  test('an unknown operator, with the nearest and all there are', async () => {
    await refused(
      'sellingPrice[gtee]=1',
      'INVALID_FILTER',
      /no operator "gtee".* Did you mean "gte"\?.*eq, ne, gt, gte, lt, lte, in, like/,
    )
    for (const operator of ['', 'GT', 'is', '$gt', '__proto__', 'constructor', 'eq ', 'not']) {
      await refused(`sellingPrice[${operator}]=1`, 'INVALID_FILTER')
    }
  })

  test('a filter that is not written as one', async () => {
    const names = [
      'filter[__proto__][gte]', '__proto__', '__proto__[eq]', 'constructor', 'toString[eq]', 'category[eq', 'category]eq[', 'category[eq]x', '[eq]',
      'category[eq][ne]', 'category.eq', 'items.itemName', 'images', 'images[like]', 'search_text', 'itemCode_key', '', ' ', 'itemName ',
    ] // biome-ignore format: a list of oddities
    for (const name of names) await refused(`${encodeURIComponent(name)}=x`, 'INVALID_FILTER')
    assert.equal(Object.hasOwn(Object.prototype, 'gte'), false)
  })

  test('a value that is not of the kind of the field', async () => {
    const wrong: Record<string, string[]> = {
      sellingPrice: [
        'abc',
        '1,5',
        '1e3',
        'Infinity',
        'NaN',
        '0x10',
        '1.23456',
        '.5',
        '--1',
        '1 000',
        'true',
        '12345678901234567',
      ],
      currentStock: ['many'],
      version: ['1.5', 'one', '2147483648'],
      isActive: ['1', '0', 'yes', 'TRUE', 'on'],
      itemType: ['product', 'Gift'],
      status: ['activ', 'ACTIVE', 'unknown'],
      createdAt: ['today', '2026', '2026-02-30', '2026-1-1', '2026-01-01T10:00', '2026-01-01 10:00:00Z', '1767225600'],
      updatedAt: ['2026-01-01T24:00:00Z', '2026-01-01T10:60:00Z', '2026-01-01T10:00:00+25:00', '1899-12-31'],
      id: ['x'.repeat(65)],
      createdBy: ['y'.repeat(65)],
    }
    for (const [path, values] of Object.entries(wrong)) {
      for (const value of values) {
        for (const operator of ['eq', 'ne', 'gt', 'lte', 'in']) {
          const text = operator === 'in' ? value.replaceAll(',', '\\,') : value
          const { details } = await refused(`${path}[${operator}]=${encodeURIComponent(text)}`, 'INVALID_FILTER')
          assert.equal(details[0].field, `${path}[${operator}]`)
        }
      }
    }
  })

  test('a wrong value is answered with what the field takes', async () => {
    await refused('isActive=1', 'INVALID_FILTER', /^isActive must be true or false, not "1"\.$/)
    await refused('sellingPrice[gt]=abc', 'INVALID_FILTER', /^sellingPrice\[gt\] must be a number, not "abc"\.$/)
    await refused('sellingPrice=0.00001', 'INVALID_FILTER', /^sellingPrice must have at most 4 decimals\.$/)
    await refused('createdAt=today', 'INVALID_FILTER', /^createdAt must be a point in time such as .+, not "today"\.$/)
    await refused('itemType=Gift', 'INVALID_FILTER', /^itemType must be one of Product, Service, Consumable\.$/)
  })

  test('null where only values can be compared', async () => {
    for (const path of ['sellingPrice', 'isActive', 'createdAt', 'itemType']) {
      for (const operator of ['gt', 'gte', 'lt', 'lte']) await refused(`${path}[${operator}]=null`, 'INVALID_FILTER')
    }
  })

  test('one wrong value among many', async () => {
    await refused('sellingPrice[in]=1,2,x', 'INVALID_FILTER')
    await refused('itemType[in]=Product,Gift', 'INVALID_FILTER', /Product, Service, Consumable/)
  })

  test('more than 200 values of "in"', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => index).join(',')
    assert.equal((await kontor().get(`/items?sellingPrice[in]=${values(200)}`)).status, 200)
    await refused(`sellingPrice[in]=${values(201)}`, 'INVALID_FILTER', /at most 200/)
  })

  test('more than 50 filters', async () => {
    assert.equal((await kontor().get(addressOf('/items', filters(50)))).status, 200)
    const { status, body } = await kontor().get(addressOf('/items', filters(51)))
    assert.equal(status, 400)
    assert.equal(body.error.code, 'INVALID_FILTER')
    assert.match(body.error.message, /at most 50/)
  })

  test('too many parameters', async () => {
    const query = Array.from({ length: 101 }, (_, index) => `p${index}=1`).join('&')
    await refused(query, 'INVALID_PARAMETER')
  })

  test('the same parameter twice', async () => {
    for (const query of [
      'page=1&page=2',
      'page=1&page=1',
      'category=a&category=b',
      'sort=id&sort=id',
      'search=a&search=b',
      'cursor=a&cursor=b',
    ]) {
      const { details } = await refused(query, 'INVALID_PARAMETER', /more than once/)
      assert.equal(details[0].field, query.split('=')[0])
    }
    await refused('categor%79=a&category=b', 'INVALID_PARAMETER', /more than once/)
  })

  test('what is not properly encoded', async () => {
    for (const query of [
      'category=%',
      'category=%zz',
      'category=%e4',
      'category=%C0%80',
      'category=%ED%A0%80',
      '%=1',
      'search=100%',
    ]) {
      await refused(query, 'INVALID_PARAMETER')
    }
  })

  test('control characters, wherever they stand', async () => {
    for (const query of [
      'category=%00',
      'category[like]=a%00b',
      'search=%00',
      'sort=%00',
      'cursor=%00',
      'cate%00gory=x',
      'category=%1b',
      'fields=id%7f',
      'category=%C2%85',
    ]) {
      await refused(query, 'INVALID_PARAMETER')
    }
  })

  test('an includeTotal that is neither true nor false', async () => {
    for (const value of ['1', 'yes', 'TRUE']) await refused(`includeTotal=${value}`, 'INVALID_PARAMETER', /true, false/)
  })

  test('nothing that merely looks odd', async () => {
    for (const query of [
      '',
      '&',
      '&&page=1&',
      'page=1&&perPage=2',
      'category',
      'category=',
      'search',
      'category=a=b',
      'category=%F0%9F%98%80',
      'category=%0A%09',
      "category='; drop table items; --",
    ]) {
      const { status, text } = await kontor().get(`/items?${query.replaceAll(' ', '+')}`)
      assert.equal(status, 200, `${query}: ${text}`)
    }
  })

  test('a message never repeats more than a little of what was sent', async () => {
    const long = 'x'.repeat(3000)
    for (const query of [
      `${long}=1`,
      `category[${long}]=1`,
      `sort=${long}`,
      `fields=${long}`,
      `sellingPrice=${long}`,
      `${long}=1&${long}=1`,
    ]) {
      const { status, body } = await kontor().get(`/items?${query}`)
      assert.equal(status, 400)
      assert.ok(body.error.message.length < 1000, query.slice(0, 20))
    }
  })
})
