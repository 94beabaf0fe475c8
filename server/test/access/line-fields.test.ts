import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Permission } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, create, createCustomer, createItem, read } from '../support/records.ts'
import { accepted, type Json, refused, ways } from './updates.ts'

type Rules = Pick<Permission, 'hidden' | 'readOnly'>

const documents = [
  { resource: 'sales-orders', more: {} },
  { resource: 'invoices', more: { draft: true } },
]
const cases = ways.flatMap(([way, change]) => documents.map((document) => ({ way, change, ...document })))

onEveryDatabase('Hidden and read-only parts of lines', (kind) => {
  const kontor = kontorFor(kind)
  let bolt: Json
  let nut: Json
  let customer: Json
  before(async () => {
    bolt = await createItem(kontor(), { sellingPrice: 10 })
    nut = await createItem(kontor(), { sellingPrice: 5 })
    customer = await createCustomer(kontor())
  })

  /** One user serves every case of the same rules: signing in is slow on purpose. */
  const tokens = new Map<string, Promise<string>>()
  function tokenFor(rules: Rules): Promise<string> {
    const key = JSON.stringify(rules)
    const known = tokens.get(key) ?? newToken(rules)
    tokens.set(key, known)
    return known
  }
  async function newToken(rules: Rules): Promise<string> {
    const permission = { can: ['read', 'create', 'update'], ...rules } as const
    const permissions = Object.fromEntries(documents.map(({ resource }) => [resource, permission]))
    return (await signedIn(kontor(), await addRole(kontor().engine, permissions))).token
  }

  for (const { way, change, resource, more } of cases) {
    describe(`of ${resource}, updated by ${way}`, () => {
      /** A user whose role has these rules, a document, and what the user does to it. */
      async function scene(rules: Rules) {
        const token = await tokenFor(rules)
        const items = [
          { item: bolt.id, quantity: 1, rate: 42, discount: 50 },
          { item: nut.id, quantity: 2, rate: 7 },
        ]
        const document = await create(kontor(), `/${resource}`, { customer: customer.id, items, ...more })
        const seen = (await kontor().get(`/${resource}/${document.id}`, { token })).body.data
        return {
          lines: document.items as Json[],
          seen,
          send: (body: object) => change(kontor(), resource, document.id, body, token),
          stored: async (): Promise<Json[]> => (await read(kontor(), `/${resource}/${document.id}`)).items,
        }
      }
      const prices = (lines: readonly Json[]) => lines.map(({ rate, discount }) => [rate, discount])

      test('a read-only part that is sent with another value is refused by its path (403)', async () => {
        const { lines, send, stored } = await scene({ readOnly: ['items.rate'] })
        const [first, second] = lines
        assert.deepEqual(await send({ items: [{ ...first, rate: 0.01 }, second] }), refused('items[0].rate'))
        assert.deepEqual(await send({ items: [first, { ...second, rate: null }] }), refused('items[1].rate'))
        assert.deepEqual(await stored(), lines)
      })

      test('a record that was read can be edited and sent back, with read-only and with hidden parts', async () => {
        for (const rules of [
          { readOnly: ['items.rate', 'items.discount'] },
          { hidden: ['items.rate', 'items.discount', 'items.amount'] },
          { readOnly: ['items.rate'], hidden: ['items.discount'] },
        ]) {
          const { seen, lines, send, stored } = await scene(rules)
          const items = seen.items.map((line: Json) => ({ ...line, quantity: line.quantity + 1 }))
          assert.deepEqual(await send({ ...seen, items }), accepted)
          const after = await stored()
          assert.deepEqual(prices(after), prices(lines))
          assert.deepEqual(
            after.map(({ id, quantity }) => [id, quantity]),
            lines.map(({ id, quantity }) => [id, quantity + 1]),
          )
        }
      })

      test('a line sent by its id without a guarded part keeps the stored value', async () => {
        for (const rules of [{ hidden: ['items.discount'] }, { readOnly: ['items.discount', 'items.rate'] }]) {
          const { lines, send, stored } = await scene(rules)
          const items = lines.map(({ id, item, quantity }) => ({ id, item, quantity }))
          assert.deepEqual(await send({ items: items.toReversed() }), accepted)
          assert.deepEqual(await stored(), lines.toReversed())
        }
      })

      test('a hidden part cannot be sent, not even as it is (403)', async () => {
        const { lines, send, stored } = await scene({ hidden: ['items.discount'] })
        const { id, item, quantity } = lines[1]
        const items = [{ id: lines[0].id, item: lines[0].item, quantity: 1 }]
        for (const discount of [0, 99, null])
          assert.deepEqual(
            await send({ items: [...items, { id, item, quantity, discount }] }),
            refused('items[1].discount'),
          )
        assert.deepEqual(await stored(), lines)
      })

      test('a new line must not carry a guarded part (403), and begins with its default', async () => {
        const { lines, send, stored } = await scene({ readOnly: ['items.rate'], hidden: ['items.discount'] })
        const kept = lines.map(({ id, item, quantity }) => ({ id, item, quantity }))
        const fresh = { item: nut.id, quantity: 9 }
        assert.deepEqual(await send({ items: [...kept, { ...fresh, rate: 1 }] }), refused('items[2].rate'))
        assert.deepEqual(await send({ items: [...kept, { ...fresh, rate: 5 }] }), refused('items[2].rate'))
        assert.deepEqual(await send({ items: [...kept, { ...fresh, discount: 1 }] }), refused('items[2].discount'))
        assert.deepEqual(await send({ items: [...kept, fresh] }), accepted)
        assert.deepEqual(prices(await stored()), [...prices(lines), [5, 0]])
      })

      test('a line without an id, or with an unknown or repeated one, is a stored line of the same item', async () => {
        for (const ids of [[], ['lin_unknown', 'lin_unknown'], ['', ''], [null, 7]]) {
          const { lines, send, stored } = await scene({ hidden: ['items.discount'], readOnly: ['items.rate'] })
          const items = lines.map(({ item }, index) => ({ id: ids[index], item, quantity: 3 })).toReversed()
          assert.deepEqual(await send({ items }), accepted)
          const after = await stored()
          assert.deepEqual(prices(after), prices(lines.toReversed()))
          assert.deepEqual(
            after.map(({ id }) => id),
            lines.toReversed().map(({ id }) => id),
          )
          assert.deepEqual(await send({ items: [{ ...items[0], rate: 1 }] }), refused('items[0].rate'))
        }
        const { lines, send, stored } = await scene({ readOnly: ['items.rate'] })
        const { id, item } = lines[0]
        const twice = [
          { id, item, quantity: 1 },
          { id, item, quantity: 2 },
        ]
        assert.deepEqual(await send({ items: [twice[0]!, { ...twice[1], rate: 42 }] }), refused('items[1].rate'))
        assert.deepEqual(await send({ items: twice }), accepted)
        const after = await stored()
        assert.deepEqual([after[0].id, after.map(({ rate }) => rate)], [id, [42, 10]])
      })

      test('a stored line that is given another item takes the values of a new line', async () => {
        const { lines, send, stored } = await scene({ readOnly: ['items.rate'], hidden: ['items.discount'] })
        const { id, rate } = lines[0]
        const other = { id, item: nut.id, quantity: 1 }
        assert.deepEqual(await send({ items: [{ ...other, rate: 0.01 }] }), refused('items[0].rate'))
        assert.deepEqual(await send({ items: [{ ...other, rate }] }), accepted)
        const after = await stored()
        assert.deepEqual([after[0].id, ...prices(after)], [id, [5, 0]])
      })

      test('lines that are read-only as a whole can be sent back, and nothing in them changes', async () => {
        const { lines, seen, send, stored } = await scene({ readOnly: ['items'] })
        const [first, second] = lines
        assert.deepEqual(await send({ ...seen, notes: 'edited' }), accepted)
        assert.deepEqual(
          await send({ items: lines.map(({ id, item, quantity }) => ({ id, item, quantity })) }),
          accepted,
        )
        for (const items of [[first], [second, first], [...lines, { item: nut.id, quantity: 1 }]])
          assert.match((await send({ items })).field!, /^items/)
        assert.deepEqual(await send({ items: [first, { ...second, quantity: 3 }] }), refused('items[1].quantity'))
        assert.deepEqual(await send({ items: [first, { ...second, item: bolt.id }] }), refused('items[1].item'))
        assert.deepEqual(await stored(), lines)
      })

      test('lines that are hidden as a whole cannot be sent, and stay when something else changes', async () => {
        const { lines, send, stored } = await scene({ hidden: ['items'] })
        assert.deepEqual(await send({ items: lines }), refused('items'))
        assert.deepEqual(await send({ notes: 'edited' }), accepted)
        assert.deepEqual(await stored(), lines)
      })
    })
  }

  test('a new record must not carry them, and the refusal names the line (403)', async () => {
    const token = await tokenFor({ hidden: ['items.discount'], readOnly: ['items.rate'] })
    const line = { item: bolt.id, quantity: 1 }
    for (const [part, value] of Object.entries({ rate: 10, discount: 0 })) {
      const items = [line, { ...line, [part]: value }]
      const answer = await kontor().post('/sales-orders', { customer: customer.id, items }, { token })
      assertRefused(answer, 403, 'FIELD_NOT_PERMITTED')
      assert.equal(answer.body.error.details[0].field, `items[1].${part}`)
    }
  })
})
