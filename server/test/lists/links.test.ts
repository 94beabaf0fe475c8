import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { idsOf } from './model.ts'
import { addressOf, listed } from './walk.ts'

const SIZE = 11
const ORIGIN = 'https://kontor.example.com/erp'

async function fillItems(kontor: Kontor): Promise<void> {
  for (let index = 0; index < SIZE; index++) {
    await kontor.post('/items', { itemCode: `L-${index}`, itemName: 'Link', category: 'a & b, "c"; <d> +é' })
  }
}

/** The header taken apart: address by relation. */
const linksIn = (header: string | undefined): Record<string, string> =>
  Object.fromEntries(
    [...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address, relation]) => [relation, address]),
  )

const queryOf = (address: string | undefined) =>
  Object.fromEntries(new URL(address ?? '', 'http://localhost').searchParams)

onEveryDatabase('Links', (kind) => {
  const kontor = kontorFor(kind)
  before(() => fillItems(kontor()))
  const linksOf = async (parameters: Record<string, string | number>) =>
    linksIn((await kontor().get(addressOf('/items', parameters))).headers.link)

  test('by page there are next, prev, first and last, where they exist', async () => {
    const relations = async (page: number) => {
      const links = await linksOf({ page, perPage: 4 })
      return Object.fromEntries(Object.entries(links).map(([relation, address]) => [relation, queryOf(address).page]))
    }
    assert.deepEqual(await relations(1), { next: '2', first: '1', last: '3' })
    assert.deepEqual(await relations(2), { next: '3', prev: '1', first: '1', last: '3' })
    assert.deepEqual(await relations(3), { prev: '2', first: '1', last: '3' })
  })

  test('by cursor there are next and first', async () => {
    const { meta } = await listed(kontor(), '/items', { perPage: 4 })
    const links = await linksOf({ perPage: 4, cursor: meta.nextCursor })
    assert.deepEqual(Object.keys(links).sort(), ['first', 'next'])
    assert.ok(queryOf(links.next).cursor)
    assert.deepEqual(queryOf(links.first), { perPage: '4' })
    const last = await linksOf({ perPage: 4, cursor: queryOf(links.next).cursor! })
    assert.deepEqual(Object.keys(last), ['first'])
  })

  test('an empty list links to nothing but its first page', async () => {
    assert.deepEqual(Object.keys(await linksOf({ category: 'None' })), ['first'])
  })

  test('without totals the last page is not known', async () => {
    const links = await linksOf({ page: 2, perPage: 4, includeTotal: 'false' })
    assert.deepEqual(Object.keys(links).sort(), ['first', 'next', 'prev'])
  })

  test('links keep every other parameter, odd characters included', async () => {
    const parameters = {
      'category[eq]': 'a & b, "c"; <d> +é',
      sort: 'itemCode',
      order: 'asc',
      fields: 'itemCode',
      perPage: '2',
    }
    const { next } = await linksOf(parameters)
    assert.deepEqual(queryOf(next), { ...parameters, page: '2' })
  })

  for (const start of ['page', 'cursor']) {
    test(`following the next links by ${start} walks the whole list`, async () => {
      const parameters = { 'category[in]': 'a & b\\, "c"; <d> +é', sort: 'itemCode', perPage: 3 }
      const all = idsOf((await listed(kontor(), '/items', { ...parameters, perPage: 100 })).data)
      const first = await kontor().get(addressOf('/items', parameters))
      const seen = idsOf(first.body.data)
      const cursorLink = addressOf('/api/v1/items', { ...parameters, cursor: first.body.meta.nextCursor })
      let next = start === 'page' ? linksIn(first.headers.link).next : cursorLink
      while (next) {
        const { status, headers, body } = await kontor().get(`root:${next}`)
        assert.equal(status, 200)
        assert.equal(start in queryOf(next), true)
        seen.push(...idsOf(body.data))
        next = linksIn(headers.link).next
      }
      assert.deepEqual(seen, all)
      assert.equal(all.length, SIZE)
    })
  }

  test('links are relative to the server unless its public address is set', async () => {
    const { next } = await linksOf({ perPage: 4 })
    assert.equal(next, '/api/v1/items?perPage=4&page=2')
  })

  test('one record has no links', async () => {
    const { data } = await listed(kontor(), '/items', { perPage: 1 })
    assert.equal((await kontor().get(`/items/${data[0].id}`)).headers.link, undefined)
  })
})

onEveryDatabase('Links of a server with a public address', (kind) => {
  const kontor = kontorFor(kind, { environment: { KONTOR_BASE_URL: `${ORIGIN}/` } })
  before(() => fillItems(kontor()))

  test('are absolute', async () => {
    const { headers, body } = await kontor().get('/items?perPage=4')
    const links = linksIn(headers.link)
    assert.equal(links.next, `${ORIGIN}/api/v1/items?perPage=4&page=2`)
    assert.equal(links.last, `${ORIGIN}/api/v1/items?perPage=4&page=3`)
    const byCursor = await kontor().get(addressOf('/items', { perPage: 4, cursor: body.meta.nextCursor }))
    assert.ok(linksIn(byCursor.headers.link).next?.startsWith(`${ORIGIN}/api/v1/items?perPage=4&cursor=`))
  })
})
