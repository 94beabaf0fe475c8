import assert from 'node:assert/strict'
import { test } from 'node:test'
import { text } from '../../src/model/fields.ts'
import { defineResource } from '../../src/model/resource.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import {
  assertInvalid,
  assertRefused,
  createCustomer,
  createItem,
  customerBody,
  itemBody,
  leavingAsItWas,
  read,
} from '../support/records.ts'

onEveryDatabase('Contract 7: what cannot be understood is 400, what is understood and refused is 422', (kind) => {
  const kontor = kontorFor(kind)

  for (const malformed of ['{', '{"itemCode":"A",}', "{'itemCode':'A'}", 'itemCode=A', '{"a":1}{"b":2}', '{"a":NaN}']) {
    test(`400: ${malformed} is not JSON`, async () => {
      await leavingAsItWas(kontor(), 'items', async () => {
        assertRefused(await kontor().call('POST', '/items', { text: malformed }), 400, 'INVALID_JSON')
      })
    })
  }

  for (const other of ['[]', '[{"itemCode":"A","itemName":"A"}]', '"text"', '7', 'true', 'null', '']) {
    test(`400: ${other || 'nothing'} is not a JSON object`, async () => {
      const { id } = await createItem(kontor())
      await leavingAsItWas(kontor(), 'items', async () => {
        assertRefused(await kontor().call('POST', '/items', { text: other }), 400, 'INVALID_JSON')
        assertRefused(await kontor().call('PUT', `/items/${id}`, { text: other }), 400, 'INVALID_JSON')
      })
    })
  }

  test('400: no body at all where one is needed', async () => {
    assertRefused(await kontor().call('POST', '/items'), 400, 'INVALID_JSON')
  })

  test('400: a query that means nothing, with the parameter named', async () => {
    const page = await kontor().get('/items?page=abc')
    assertRefused(page, 400, 'INVALID_PARAMETER')
    assert.equal(page.body.error.details[0].field, 'page')
    assertRefused(await kontor().get('/items?colour=red'), 400, 'INVALID_FILTER')
    assertRefused(await kontor().get('/items?itemName[about]=x'), 400, 'INVALID_FILTER')
    assertRefused(await kontor().get('/items?sort=colour'), 400, 'INVALID_SORT')
    assertRefused(await kontor().get('/items?cursor=abc'), 400, 'INVALID_CURSOR')
  })

  test('400: a parameter where none belongs is refused before anything is written', async () => {
    const { id } = await createItem(kontor())
    await leavingAsItWas(kontor(), 'items', async () => {
      assertRefused(await kontor().post('/items?draft=true', itemBody()), 400, 'INVALID_PARAMETER')
      assertRefused(await kontor().delete(`/items/${id}?force=1`), 400, 'INVALID_PARAMETER')
    })
  })

  test('400: both credentials at once', async () => {
    assertRefused(await kontor().get('/items', { headers: { 'x-api-key': 'key' } }), 400, 'BAD_REQUEST')
  })

  test('422: every fault is reported at once, each under its path', async () => {
    const images = ['https://example.com/a.png', 'nowhere']
    const body = { itemName: '', itemType: 'Bundle', sellingPrice: -1, images, taxRate: 101, colour: 'red' }
    const answer = await leavingAsItWas(kontor(), 'items', () => kontor().post('/items', body))
    assertInvalid(answer, 'itemCode', 'itemName', 'itemType', 'sellingPrice', 'images[1]', 'taxRate', 'colour')
    assert.match(answer.body.error.message, /7 fields/)
  })

  test('422: faults inside a group carry the path of the group', async () => {
    const body = { email: 'nowhere', address: { country: 'Germany', zipCode: 20457 }, creditLimit: 'much' }
    assertInvalid(
      await kontor().post('/customers', body),
      'name',
      'email',
      'address.country',
      'address.zipCode',
      'creditLimit',
    )
  })

  test('422: an update is checked like a create, and a refused one changes nothing', async () => {
    const item = await createItem(kontor(), { sellingPrice: 5 })
    const answer = await kontor().put(`/items/${item.id}`, { itemName: 'Hammer', sellingPrice: -1, uom: 7 })
    assertInvalid(answer, 'sellingPrice', 'uom')
    assert.deepEqual(await read(kontor(), `/items/${item.id}`), item)
  })
})

onEveryDatabase('Contract 7: messages say what is wrong and what would be right', (kind) => {
  const kontor = kontorFor(kind)
  const messageFor = async (path: string, body: object, field: string) =>
    assertInvalid(await kontor().post(path, body), field)[field]!

  const items: readonly (readonly [field: string, value: unknown, message: RegExp])[] = [
    ['itemType', 'Bundle', /Product, Service, Consumable/],
    ['sellingPrice', -0.01, /must not be negative/],
    ['sellingPrice', 0.00001, /at most 4 decimals/],
    ['sellingPrice', 1e11, /at most 99999999999\.9999/],
    ['sellingPrice', '12', /must be a number/],
    ['taxRate', 100.5, /at most 100/],
    ['isActive', 'yes', /true or false/],
    ['itemName', 'x'.repeat(201), /at most 200 characters/],
    ['itemName', 7, /must be a text/],
    ['images', 'https://example.com/a.png', /must be a list/],
    ['images', Array(21).fill('https://example.com/a.png'), /at most 20 entries/],
  ]
  for (const [field, value, message] of items) {
    test(`${field}: ${JSON.stringify(value).slice(0, 30)} is answered with ${message.source}`, async () => {
      assert.match(await messageFor('/items', itemBody({ [field]: value }), field), message)
    })
  }

  test('a wrong web address or e-mail address is answered with how one begins or looks', async () => {
    assert.match(await messageFor('/items', itemBody({ images: ['a.png'] }), 'images[0]'), /https:\/\//)
    assert.match(await messageFor('/customers', customerBody({ email: 'me' }), 'email'), /name@example\.com/)
  })

  for (const [typo, meant] of [
    ['itemname', 'itemName'],
    ['sellingprice', 'sellingPrice'],
    ['sellingPrise', 'sellingPrice'],
    ['reorderQuantity', 'reorderQty'],
    ['image', 'images'],
  ] as const) {
    test(`the unknown field ${typo} is refused and ${meant} is offered`, async () => {
      const answer = await leavingAsItWas(kontor(), 'items', () => kontor().post('/items', itemBody({ [typo]: 'x' })))
      assert.ok(assertInvalid(answer, typo)[typo]!.includes(`"${meant}"`))
    })
  }

  test('an unknown part of a group is refused and the nearest offered', async () => {
    const message = await messageFor('/customers', customerBody({ address: { contry: 'DE' } }), 'address.contry')
    assert.match(message, /"country"/)
  })

  test('a name that resembles nothing is refused without a guess', async () => {
    assert.doesNotMatch(await messageFor('/items', itemBody({ warpDriveFactor: 9 }), 'warpDriveFactor'), /mean/)
  })
})

onEveryDatabase('Contract 7: each status code', (kind) => {
  const kontor = kontorFor(kind)

  const assertNothingAt = async (id: string) => {
    assertRefused(await kontor().get(`/items/${id}`), 404, 'NOT_FOUND')
    assertRefused(await kontor().put(`/items/${id}`, { itemName: 'Hammer' }), 404, 'NOT_FOUND')
    assertRefused(await kontor().delete(`/items/${id}`), 404, 'NOT_FOUND')
  }

  test('404: an id that names nothing', async () => {
    const { id } = await createItem(kontor())
    for (const other of ['itm_0000000000000000zzzz', id.toUpperCase(), `${id}x`, id.slice(0, -1), `${id}%20`]) {
      await assertNothingAt(other)
    }
  })

  for (const malformed of ['-1', 'null', '*', '%25', '%2525', '%0A', '%F0%9F%94%A5', '..%2Fitems', "'%20or%20'1'='1"]) {
    test(`404: the malformed id ${malformed}`, () => assertNothingAt(malformed))
  }
  test('404: an id with a NUL in it', () => assertNothingAt('itm_%00'))
  test('404: an id of five thousand letters', () => assertNothingAt('x'.repeat(5000)))

  test('404: an id of another resource', async () => {
    const { id } = await createCustomer(kontor())
    assertRefused(await kontor().get(`/items/${id}`), 404, 'NOT_FOUND')
  })

  test('400: an address whose percent signs make no sense', async () => {
    for (const path of ['/items/%', '/items/%zz', '/items?search=%ff', '/items?%=1']) {
      assert.equal((await kontor().get(path)).status, 400, path)
    }
  })

  test('403: what the role does not allow, and nothing happens', async () => {
    const item = await createItem(kontor())
    const { token } = await signedIn(kontor(), 'viewer')
    assert.equal((await kontor().get(`/items/${item.id}`, { token })).status, 200)
    await leavingAsItWas(kontor(), 'items', async () => {
      assertRefused(await kontor().post('/items', itemBody(), { token }), 403, 'FORBIDDEN')
      assertRefused(await kontor().put(`/items/${item.id}`, { itemName: 'Mine' }, { token }), 403, 'FORBIDDEN')
      assertRefused(await kontor().delete(`/items/${item.id}`, { token }), 403, 'FORBIDDEN')
    })
    assert.deepEqual(await read(kontor(), `/items/${item.id}`), item)
  })

  test('413: a body beyond a megabyte is not read', async () => {
    const answer = await leavingAsItWas(kontor(), 'items', () =>
      kontor().post('/items', itemBody({ description: 'x'.repeat(1_100_000) })),
    )
    assertRefused(answer, 413, 'PAYLOAD_TOO_LARGE')
  })
})

onEveryDatabase('Contract 7: too many requests', (kind) => {
  const kontor = kontorFor(kind, { environment: { KONTOR_PLAN: 'custom:3/unlimited' } })

  test('429: the request over the limit is refused and not carried out', async () => {
    for (let used = 0; used < 3; used++) assert.equal((await kontor().post('/items', itemBody())).status, 201)
    const answer = await leavingAsItWas(kontor(), 'items', () => kontor().post('/items', itemBody()))
    assertRefused(answer, 429, 'RATE_LIMIT_EXCEEDED')
    assert.match(answer.headers['retry-after']!, /^\d+$/)
  })
})

onEveryDatabase('Contract 7: a failure of our own', (kind) => {
  const homeless = defineResource({
    name: 'homeless',
    singular: 'homeless record',
    idPrefix: 'hom',
    title: 'name',
    description: 'Made up for the tests: it has no table, so that every use of it fails inside the service.',
    fields: { name: text({ required: true }) },
  })
  const kontor = kontorFor(kind, { catalog: [...catalog, homeless] })

  test('500: the answer is in the envelope and gives nothing away', async () => {
    const answers = [await kontor().get('/homeless/1'), await kontor().post('/homeless', { name: 'secret' })]
    for (const answer of answers) {
      assertRefused(answer, 500, 'INTERNAL_ERROR')
      assert.deepEqual(answer.body.error.details, [])
      assert.doesNotMatch(answer.text, /homeless|table|relation|select|secret|sqlite|postgres/i)
    }
  })

  test('after it the service goes on', async () => {
    assert.equal((await kontor().post('/homeless', { name: 'x' })).status, 500)
    await createItem(kontor())
  })
})
