import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { create, createCustomer, createItem } from '../support/records.ts'

const ITEMS = [
  { itemCode: 'A', itemName: 'One', category: 'X' },
  { itemCode: 'B', itemName: 'Two', category: '' },
  { itemCode: 'C', itemName: 'Three', category: 'Y, Z', isActive: false },
]

onEveryDatabase('Parameters', (kind) => {
  const kontor = kontorFor(kind)
  let order = ''
  before(async () => {
    for (const item of ITEMS) assert.equal((await kontor().post('/items', item)).status, 201)
    await kontor().post('/customers', { name: 'Nordlicht', address: { city: 'Hamburg', country: 'DE' } })
    const items = [{ item: (await createItem(kontor())).id, quantity: 1 }]
    order = (await create(kontor(), '/sales-orders', { customer: (await createCustomer(kontor())).id, items })).id
  })
  const codes = ({ status, body, text }: Answer): string => {
    assert.equal(status, 200, text)
    return body.data.map(({ itemCode }: { itemCode: string }) => itemCode).join('')
  }
  const found = async (query: string) => codes(await kontor().get(`/items?order=asc&itemCode[in]=A,B,C&${query}`))

  test('that are comma-separated lists accept blanks around their values', async () => {
    assert.equal(codes(await kontor().get('/items?order=asc&itemCode[in]=%20A,%20B%20')), 'AB')
    assert.equal(await found('sellingPrice[in]=0%20,%205'), 'ABC')
    assert.equal(await found('category[in]=Y\\,%20Z,%20X'), 'AC', 'a blank inside a value stays')
    assert.equal(await found('category[in]=null,%20X'), 'A')
    assert.equal(await found('sort=%20itemName%20'), 'ACB')
    const { body } = await kontor().get('/customers?fields=name,%20type%20')
    assert.deepEqual(Object.keys(body.data[0]), ['id', 'name', 'type'])
    assert.equal(
      (await kontor().get(`/sales-orders/${order}?include=%20permitted%20,`)).body.data.permitted !== undefined,
      true,
    )
    assert.deepEqual(Object.keys((await kontor().get('/search?q=nord&types=customers,%20items')).body.data).sort(), [
      'customers',
      'items',
    ])
  })

  test('that are lists may be repeated: it means the same as commas', async () => {
    assert.equal(codes(await kontor().get('/items?order=asc&itemCode[in]=A&itemCode[in]=B,C')), 'ABC')
    for (const path of ['/customers', `/sales-orders/${order}`]) {
      const [repeated, joined] = await Promise.all(
        ['fields=createdAt&fields=version', 'fields=createdAt,version'].map((query) =>
          kontor().get(`${path}?${query}`),
        ),
      )
      assert.deepEqual([repeated!.status, repeated!.body.data], [200, joined!.body.data])
    }
    const { body } = await kontor().get('/search?q=nord&types=customers&types=items')
    assert.deepEqual(Object.keys(body.data).sort(), ['customers', 'items'])
    assert.equal((await kontor().get('/items?include=permitted&include=permitted')).status, 200)
    const bulk = { action: 'update', filter: 'itemCode[in]=A&itemCode[in]=B', input: { uom: 'Box' } }
    assert.equal((await kontor().post('/items/bulk', bulk)).body.data.results.length, 2)
  })

  test('that are not lists may be given once only', async () => {
    for (const query of ['page=1&page=1', 'itemCode=A&itemCode=B', 'sort=id&sort=id', 'order=asc&order=asc']) {
      const { status, body } = await kontor().get(`/items?${query}`)
      assert.deepEqual([status, body.error.code], [400, 'INVALID_PARAMETER'], query)
      assert.match(body.error.message, /is given more than once\.$/)
    }
    assert.equal((await kontor().get('/search?q=a&q=b')).status, 400)
    assert.equal((await kontor().get('/reports/summary?from=2026-01-01&from=2026-01-01')).status, 400)
  })

  test('that are empty are absent, in lists, exports, the search, reports and the audit log', async () => {
    const empty =
      'page=&perPage=&cursor=&sort=&order=&search=&fields=&updatedSince=&includeTotal=&include=&expand='.split('&')
    const plain = await kontor().get('/items')
    assert.deepEqual((await kontor().get(`/items?${empty.join('&')}`)).body, plain.body)
    const [first] = plain.body.data
    assert.deepEqual((await kontor().get(`/items/${first.id}?fields=&include=&expand=`)).body.data, first)
    const [whole, sameWhole] = [
      await kontor().get('/items/export'),
      await kontor().get('/items/export?sort=&order=&search=&fields=&updatedSince=&isActive='),
    ]
    assert.equal(sameWhole.text, whole.text)
    const search = await kontor().get('/search?q=one&types=&limit=')
    assert.deepEqual(search.body, (await kontor().get('/search?q=one')).body)
    const report = await kontor().get('/reports/sales?from=&to=&interval=')
    assert.deepEqual(report.body, (await kontor().get('/reports/sales')).body)
    const { body } = await kontor().get('/audit-log?createdAt[gte]=&createdAt[lt]=&perPage=&sort=')
    assert.equal(body.meta.total, (await kontor().get('/audit-log')).body.meta.total)
  })

  test('that filter by anything but text are absent when they are empty, with every operator', async () => {
    for (const field of ['isActive', 'sellingPrice', 'itemType', 'status', 'createdAt', 'createdBy', 'id', 'version'])
      for (const operator of ['', '[eq]', '[ne]', '[gt]', '[lte]', '[in]', '[like]'])
        assert.equal(await found(`${field}${operator}=`), 'ABC', field + operator)
    assert.equal(await found('isActive[in]=,'), 'ABC')
    assert.equal(await found('isActive[in]=,true,'), 'AB')
  })

  test('that filter by text ask for the empty text when they are empty', async () => {
    assert.equal(await found('category='), 'B')
    assert.equal(await found('category'), 'B')
    assert.equal(await found('category[ne]='), 'AC')
    assert.equal(await found('category[in]='), 'B')
    assert.equal(await found('category[in]=X,'), 'AB')
    assert.equal(await found('category[gt]='), 'AC')
    assert.equal((await kontor().get('/audit-log?requestId=')).body.meta.total, 0)
  })

  test('that are required are missing when they are empty', async () => {
    const { status, body } = await kontor().get('/search?q=')
    assert.deepEqual([status, body.error.code, body.error.details[0].field], [400, 'INVALID_PARAMETER', 'q'])
  })

  test('with an unknown name are refused, also when they are empty', async () => {
    for (const path of ['/items?colour=', '/items/export?page=', '/search?q=a&colour=', '/reports/sales?colour='])
      assert.equal((await kontor().get(path)).status, 400, path)
    assert.equal((await kontor().get(`/sales-orders/${order}?colour=`)).status, 400)
    assert.equal((await kontor().get('/items?itemName[lke]=')).status, 400)
  })
})
