import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, createCustomer, createItem, newCode, read } from '../support/records.ts'

const fullItem = () => ({
  itemCode: newCode(),
  itemName: 'Anvil',
  category: 'Tools',
  itemType: 'Service',
  uom: 'Box',
  sellingPrice: 12.5,
  costPrice: 7.25,
  taxRate: 19,
  reorderLevel: 2,
  reorderQty: 10,
  description: 'Heavy',
  images: ['https://example.com/a.png', 'https://example.com/b.png'],
  isActive: false,
})
const address = { street: 'Hafenstraße 12', city: 'Hamburg', state: 'HH', zipCode: '20457', country: 'DE' }
const fullCustomer = {
  name: 'Nordlicht',
  email: 'einkauf@nordlicht.example',
  phone: '+49 40 5550199',
  type: 'Individual',
  address,
  creditLimit: 5000,
  creditHold: true,
  paymentTerms: 'Net 30',
  taxId: 'DE123456789',
  isActive: false,
}
const noAddress = { street: null, city: null, state: null, zipCode: null, country: null }

/** A record without what every write changes. */
const unstamped = ({ version, updatedAt, ...rest }: { version: number; updatedAt: string }) => rest

for (const method of ['PUT', 'PATCH']) {
  onEveryDatabase(`${method} is a partial merge`, (kind) => {
    const kontor = kontorFor(kind)

    /** Sends a change, and checks that the answer is what is kept. */
    const change = async (path: string, body: object) => {
      const answer = await kontor().call(method, path, { body })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(await read(kontor(), path), answer.body.data)
      return answer.body.data
    }
    const refuse = async (path: string, body: object, ...fields: string[]) => {
      const before = await read(kontor(), path)
      assertInvalid(await kontor().call(method, path, { body }), ...fields)
      assert.deepEqual(await read(kontor(), path), before)
    }

    test('what is left out stays as it is', async () => {
      const item = await createItem(kontor(), fullItem())
      const after = await change(`/items/${item.id}`, { category: 'Forge' })
      assert.deepEqual(unstamped(after), { ...unstamped(item), category: 'Forge' })
      const same = await change(`/items/${item.id}`, {})
      assert.deepEqual(unstamped(same), unstamped(after))
    })

    test('null clears a field', async () => {
      const { id } = await createItem(kontor(), fullItem())
      const item = await change(`/items/${id}`, { category: null, description: null })
      assert.deepEqual([item.category, item.description], [null, null])
      const customer = await createCustomer(kontor(), fullCustomer)
      const cleared = { email: null, phone: null, creditLimit: null, paymentTerms: null, taxId: null }
      const after = await change(`/customers/${customer.id}`, cleared)
      assert.deepEqual({ ...after, ...cleared }, after)
    })

    test('null puts a field that has a default back to it', async () => {
      const { id } = await createItem(kontor(), fullItem())
      const names = ['itemType', 'uom', 'sellingPrice', 'costPrice', 'taxRate', 'reorderLevel', 'reorderQty']
      const nulls = Object.fromEntries([...names, 'images', 'isActive'].map((name) => [name, null]))
      const item = await change(`/items/${id}`, nulls)
      assert.deepEqual(
        names.map((name) => item[name]),
        ['Product', 'Nos', 0, 0, 0, 0, 0],
      )
      assert.deepEqual([item.images, item.isActive, item.status], [[], true, 'active'])
      const customer = await createCustomer(kontor(), fullCustomer)
      const after = await change(`/customers/${customer.id}`, { type: null, creditHold: null, isActive: null })
      assert.deepEqual([after.type, after.creditHold, after.isActive, after.status], ['Company', false, true, 'active'])
    })

    test('a required field cannot be cleared', async () => {
      const item = await createItem(kontor())
      await refuse(`/items/${item.id}`, { itemCode: null, itemName: null, category: 'Tools' }, 'itemCode', 'itemName')
      const customer = await createCustomer(kontor())
      await refuse(`/customers/${customer.id}`, { name: null }, 'name')
      await refuse(`/customers/${customer.id}`, { name: ' ' }, 'name')
    })

    test('a list is replaced as a whole', async () => {
      const { id } = await createItem(kontor(), fullItem())
      const images = ['https://example.com/c.png']
      assert.deepEqual((await change(`/items/${id}`, { images })).images, images)
      assert.deepEqual((await change(`/items/${id}`, { images: [] })).images, [])
    })

    test('a group is merged part by part', async () => {
      const { id } = await createCustomer(kontor(), fullCustomer)
      const moved = await change(`/customers/${id}`, { address: { city: 'Bremen', state: null } })
      assert.deepEqual(moved.address, { ...address, city: 'Bremen', state: null })
      const same = await change(`/customers/${id}`, { address: {} })
      assert.deepEqual(same.address, moved.address)
    })

    test('null clears a whole group', async () => {
      const { id } = await createCustomer(kontor(), fullCustomer)
      const after = await change(`/customers/${id}`, { address: null })
      assert.deepEqual(after.address, noAddress)
      assert.equal(after.name, fullCustomer.name)
    })

    test('a record sent back whole, as it was read, stays as it was', async () => {
      const item = await createItem(kontor(), fullItem())
      assert.deepEqual(unstamped(await change(`/items/${item.id}`, item)), unstamped(item))
      const customer = await createCustomer(kontor(), fullCustomer)
      assert.deepEqual(unstamped(await change(`/customers/${customer.id}`, customer)), unstamped(customer))
      const bare = await createCustomer(kontor())
      assert.deepEqual(unstamped(await change(`/customers/${bare.id}`, bare)), unstamped(bare))
    })

    test('a record read, edited and sent back whole has that edit and nothing else changed', async () => {
      const item = await createItem(kontor(), fullItem())
      const edited = { ...item, sellingPrice: 13.75 }
      assert.deepEqual(unstamped(await change(`/items/${item.id}`, edited)), unstamped(edited))
    })

    test('what the service keeps itself is ignored, even if it makes no sense', async () => {
      const item = await createItem(kontor(), fullItem())
      const own = { currentStock: 99, reservedStock: 'x', availableStock: {}, status: 'broken', updatedAt: 7, id: [] }
      const after = await change(`/items/${item.id}`, { ...own, createdAt: null, createdBy: 5, version: 'x' })
      assert.deepEqual(unstamped(after), unstamped(item))
    })

    test('an unknown field is refused, and nothing that came with it is kept', async () => {
      const item = await createItem(kontor())
      await refuse(`/items/${item.id}`, { itemName: 'Hammer', sellingprice: 3 }, 'sellingprice')
      const customer = await createCustomer(kontor(), fullCustomer)
      await refuse(`/customers/${customer.id}`, { address: { city: 'Bremen', zip: '1' } }, 'address.zip')
    })

    test('one fault keeps the whole change out', async () => {
      const customer = await createCustomer(kontor(), fullCustomer)
      const body = { name: 'Südlicht', address: { city: 'München', country: 'Bavaria' } }
      await refuse(`/customers/${customer.id}`, body, 'address.country')
    })
  })
}
