import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addressOf, listed } from './walk.ts'

const DAY_MS = 86_400_000

onEveryDatabase('Filter values', (kind) => {
  const kontor = kontorFor(kind)
  const codesWhere = async (filters: Record<string, string | number>) => {
    const { data, meta } = await listed(kontor(), '/items', { ...filters, order: 'asc', perPage: 100 })
    assert.equal(meta.total, data.length)
    return data.map(({ itemCode }: { itemCode: string }) => itemCode).join(' ')
  }
  before(async () => {
    const rows = [
      { itemCode: 'A', category: 'x', sellingPrice: 1 },
      { itemCode: 'B', category: 'x,y', sellingPrice: 2 },
      { itemCode: 'C', category: null, sellingPrice: 3, itemType: 'Service' },
      { itemCode: 'D', category: '', sellingPrice: 4, isActive: false },
      { itemCode: 'E', category: 'y', sellingPrice: 5, itemType: 'Consumable' },
    ]
    for (const row of rows) assert.equal((await kontor().post('/items', { itemName: 'Thing', ...row })).status, 201)
  })

  test('a field alone means equal', async () => {
    assert.equal(await codesWhere({ category: 'x' }), 'A')
    assert.equal(await codesWhere({ 'category[eq]': 'x' }), 'A')
    assert.equal(await codesWhere({ itemType: 'Service' }), 'C')
    assert.equal(await codesWhere({ isActive: 'false' }), 'D')
    assert.equal(await codesWhere({ sellingPrice: '5.00' }), 'E')
    assert.equal(await codesWhere({ category: 'X' }), '', 'case matters')
  })

  test('an empty text is a value, and null asks for none', async () => {
    assert.equal(await codesWhere({ category: '' }), 'D')
    assert.equal(await codesWhere({ category: 'null' }), 'C')
    assert.equal(await codesWhere({ 'category[ne]': 'null' }), 'A B D E')
    assert.equal(await codesWhere({ itemType: 'null' }), '')
  })

  test('a record without a value is not equal to anything', async () => {
    assert.equal(await codesWhere({ 'category[ne]': 'x' }), 'B C D E')
  })

  test('"in" splits at commas, except where a backslash stands before them', async () => {
    assert.equal(await codesWhere({ 'category[in]': 'x,y' }), 'A E')
    assert.equal(await codesWhere({ 'category[in]': 'x\\,y' }), 'B')
    assert.equal(await codesWhere({ 'category[in]': 'x\\,y,y' }), 'B E')
    assert.equal(await codesWhere({ 'category[in]': 'y,null' }), 'C E')
    assert.equal(await codesWhere({ 'category[in]': 'null' }), 'C')
    assert.equal(await codesWhere({ 'itemType[in]': 'null' }), '', 'of the field that is asked about')
    assert.equal(await codesWhere({ 'category[in]': '' }), 'D')
    assert.equal(await codesWhere({ 'category[in]': 'x,' }), 'A D')
    assert.equal(await codesWhere({ 'sellingPrice[in]': '1,5.0,99' }), 'A E')
    assert.equal(await codesWhere({ 'isActive[in]': 'true,false' }), 'A B C D E')
  })

  test('operators of one field, and of several, must all hold', async () => {
    assert.equal(await codesWhere({ 'sellingPrice[gt]': 1, 'sellingPrice[lte]': 4 }), 'B C D')
    assert.equal(await codesWhere({ 'sellingPrice[gte]': 2, 'sellingPrice[lt]': 5, 'sellingPrice[ne]': 3 }), 'B D')
    assert.equal(await codesWhere({ 'sellingPrice[gte]': 2, isActive: 'true', itemType: 'Product' }), 'B')
    assert.equal(await codesWhere({ category: 'x', 'category[eq]': 'y' }), '')
    assert.equal(await codesWhere({ category: 'x', search: 'thing', 'itemCode[in]': 'A,B' }), 'A')
  })

  test('a filter may ask for more than a field can hold', async () => {
    assert.equal(await codesWhere({ 'sellingPrice[gte]': -5 }), 'A B C D E')
    assert.equal(await codesWhere({ 'taxRate[lte]': 150 }), 'A B C D E')
    assert.equal(await codesWhere({ 'taxRate[gte]': -1 }), 'A B C D E')
  })

  test('parts of a group are named with a dot', async () => {
    for (const city of ['Hamburg', 'Bremen', null])
      await kontor().post('/customers', { name: 'Nord', address: { city } })
    const cityIs = async (filters: Record<string, string>) =>
      (await listed(kontor(), '/customers', { ...filters, order: 'asc' })).data.map(
        ({ address }: { address: { city: string } }) => address.city,
      )
    assert.deepEqual(await cityIs({ 'address.city': 'Bremen' }), ['Bremen'])
    assert.deepEqual(await cityIs({ 'address.city[like]': 'ham%' }), ['Hamburg'])
    assert.deepEqual(await cityIs({ 'address.city': 'null' }), [null])
    assert.deepEqual(await cityIs({ sort: 'address.city' }), [null, 'Bremen', 'Hamburg'])
  })

  test('a date alone is its midnight UTC; a time may come in any zone', async () => {
    const at = new Date(Math.ceil(Date.now() / DAY_MS - 3) * DAY_MS)
    const ahead = at.getTime() - Date.now() + 60_000
    kontor().advance(ahead)
    await kontor().signInAgain()
    await kontor().post('/items', { itemCode: 'PAST', itemName: 'Earlier', category: 'dated' })
    kontor().advance(-ahead)
    await kontor().signInAgain()
    const day = at.toISOString().slice(0, 10)
    const dayBefore = new Date(at.getTime() - DAY_MS).toISOString().slice(0, 10)
    const dayAfter = new Date(at.getTime() + DAY_MS).toISOString().slice(0, 10)
    const dated = (filters: Record<string, string>) => codesWhere({ category: 'dated', ...filters })
    for (const field of ['createdAt', 'updatedAt']) {
      assert.equal(await dated({ [`${field}[gte]`]: day, [`${field}[lt]`]: dayAfter }), 'PAST')
      assert.equal(await dated({ [`${field}[lte]`]: day }), '', 'a minute past midnight is later than the date')
      assert.equal(await dated({ [`${field}[gt]`]: day }), 'PAST')
      assert.equal(await dated({ [field]: day }), '')
      assert.equal(await dated({ [`${field}[gte]`]: `${day}T01:00:30+01:00` }), 'PAST')
      assert.equal(await dated({ [`${field}[lt]`]: `${dayBefore}T23:00:30-01:00` }), '')
    }
  })

  test('a time that falls into the year 10000 elsewhere on earth is refused, for it cannot be compared', async () => {
    for (const name of ['createdAt[lt]', 'updatedAt[gt]', 'updatedSince']) {
      const { status } = await kontor().get(addressOf('/items', { [name]: '9999-12-31T23:59:59-05:00' }))
      assert.equal(status, 400, name)
    }
  })

  test('a creation time found in a record finds that record', async () => {
    const { data } = await listed(kontor(), '/items', { itemCode: 'A' })
    const { createdAt, id } = data[0]
    for (const operator of ['eq', 'gte', 'lte', 'in']) {
      const found = await listed(kontor(), '/items', { [`createdAt[${operator}]`]: createdAt, perPage: 100 })
      assert.ok(
        found.data.some((record: { id: string }) => record.id === id),
        operator,
      )
    }
    for (const operator of ['ne', 'gt', 'lt']) {
      const found = await listed(kontor(), '/items', { [`createdAt[${operator}]`]: createdAt, perPage: 100 })
      assert.ok(!found.data.some((record: { id: string }) => record.id === id), operator)
    }
  })
})
