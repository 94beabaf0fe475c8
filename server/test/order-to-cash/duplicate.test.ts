import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { catalog } from '../../src/resources/catalog.ts'
import { isDocument } from '../../src/resources/documents/document-type.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { everyEntry } from '../support/product.ts'
import { assertRefused, create, createCustomer, createItem } from '../support/records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

const LATER = { date: '2026-01-31', notes: 'Ring twice' }
const today = Temporal.Now.plainDateISO('UTC').toString()
const pricesOf = ({ items }: AnyRecord) => items.map(({ rate, taxRate }: AnyRecord) => [rate, taxRate])

const documents = catalog.filter(isDocument)
const actionOf = (name: string) =>
  everyEntry.find(({ resource }) => resource.name === name)!.actions.find((action) => action.name === 'duplicate')

test('every document that is written without another one can be duplicated', () => {
  for (const { name, document } of documents)
    assert.equal(actionOf(name) !== undefined, !document.sources?.some(({ isAlways }) => isAlways), name)
})

for (const { name, document, fields } of documents.filter(({ name }) => actionOf(name)))
  onEveryDatabase(`A duplicate of one of the ${name}`, (kind) => {
    const kontor = kontorFor(kind)
    let [customer, bolt, original]: AnyRecord[] = []
    const duplicate = (body: object = {}, options: CallOptions = {}, id = original.id) =>
      kontor().post(`/${name}/${id}/duplicate`, body, options)
    before(async () => {
      customer = await createCustomer(kontor(), { name: 'Nordlicht', paymentTerms: 'Net 14' })
      bolt = await createItem(kontor(), { itemCode: 'BOLT', sellingPrice: 10, taxRate: 19 })
      original = await create(kontor(), `/${name}`, {
        [document.party.field]: customer.id,
        [document.date]: LATER.date,
        notes: LATER.notes,
        paymentTerms: 'Net 7',
        externalIds: { shop: '1' },
        items: [
          { item: bolt.id, quantity: 3, rate: 7.77, discount: 10, taxRate: 7, description: 'Cut to length' },
          { kind: 'heading', description: 'By hand' },
          { description: 'Advice', quantity: 2, rate: 50, taxRate: 19, uom: 'h' },
        ],
      })
      await kontor().put(`/items/${bolt.id}`, { sellingPrice: 12 })
    })

    test('is a draft of today with a number of its own, for the same party, at the prices as they are now', async () => {
      const answer = await duplicate()
      assert.equal(answer.status, 201, answer.text)
      const copy = answer.body.data
      assert.equal(answer.headers.location?.endsWith(`/api/v1/${name}/${copy.id}`), true)
      assert.deepEqual(
        [copy.status, copy[document.party.field], copy.notes, copy.paymentTerms, copy.externalIds],
        ['draft', customer.id, 'Ring twice', 'Net 7', {}],
      )
      assert.equal(copy[document.date], today)
      assert.deepEqual(pricesOf(copy), [
        [12, 19],
        [0, 0],
        [50, 19],
      ])
      assert.deepEqual(
        copy.items.map(({ kind, quantity, discount, description, uom }: AnyRecord) => [
          ...[kind, quantity, discount, description, uom],
        ]),
        original.items.map(({ kind, quantity, discount, description, uom }: AnyRecord) => [
          ...[kind, quantity, discount, description, uom],
        ]),
      )
      const number = document.number!.field
      assert.notEqual(copy[number], original[number])
      assert.equal(copy[number] === null, fields.draft !== undefined, 'an invoice gets its number when it is issued')
      for (const line of copy.items) assert.ok(!original.items.some(({ id }: AnyRecord) => id === line.id))
    })

    test('keeps the prices and the taxation that were agreed, if that is asked for', async () => {
      await kontor().put('/settings', { taxRounding: 'line' })
      const copy = (await duplicate({ keepPrices: true })).body.data
      assert.deepEqual(pricesOf(copy), pricesOf(original))
      assert.deepEqual([copy.total, copy.taxRounding], [original.total, 'rate'])
      assert.equal((await duplicate()).body.data.taxRounding, 'line')
      await kontor().put('/settings', { taxRounding: 'rate' })
    })

    test('needs the right to create, and to see the original', async () => {
      const as = async (permissions: object) => ({
        token: (await signedIn(kontor(), await addRole(kontor().engine, permissions as never))).token,
      })
      const others = { customers: { can: ['read'] }, items: { can: ['read'] } }
      assertRefused(await duplicate({}, await as({ ...others, [name]: { can: ['read', 'update'] } })), 403, 'FORBIDDEN')
      const own = await as({ ...others, [name]: { can: ['read', 'create'], own: true } })
      assertRefused(await duplicate({}, own), 404, 'NOT_FOUND')
      assertRefused(await duplicate({}, {}, `${original.id.slice(0, 4)}00000000000000000000`), 404, 'NOT_FOUND')
    })

    test('names no item and no customer that is inactive by now, and says so in the language of the user', async () => {
      await kontor().put(`/items/${bolt.id}`, { isActive: false })
      const german = { headers: { 'accept-language': 'de' } }
      for (const body of [{}, { keepPrices: true }]) assertRefused(await duplicate(body), 422, 'INACTIVE_REFERENCE')
      assert.match((await duplicate({}, german)).body.error.message, /BOLT ist inaktiv/)
      await kontor().put(`/items/${bolt.id}`, { isActive: true })
      await kontor().put(`/customers/${customer.id}`, { isActive: false })
      assert.match((await duplicate({}, german)).body.error.message, /Nordlicht ist inaktiv/)
      assert.equal((await duplicate({ keepPrices: 'no' })).status, 422)
    })
  })
