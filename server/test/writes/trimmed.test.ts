import assert from 'node:assert/strict'
import { test } from 'node:test'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addUser, behindTheScenes, signedIn } from '../support/people.ts'
import { assertInvalid, create, createCustomer, createItem, itemBody, newCode, read } from '../support/records.ts'
import { createSubmitted } from '../support/trade.ts'

onEveryDatabase('Text that is sent', (kind) => {
  const kontor = kontorFor(kind)

  test('is trimmed at both ends; blanks and line breaks inside stay', async () => {
    const code = newCode()
    const item = await createItem(kontor(), {
      itemCode: `  ${code} `,
      itemName: '\tHeavy  anvil\u00a0',
      description: '\n First line \n\n  second line\u3000\r\n',
      images: [' https://example.com/a.png '],
    })
    assert.deepEqual(
      [item.itemCode, item.itemName, item.description, item.images],
      [code, 'Heavy  anvil', 'First line \n\n  second line', ['https://example.com/a.png']],
    )
    assert.deepEqual(await read(kontor(), `/items/${item.id}`), item)
  })

  test('makes no second record of a code that differs in blanks only', async () => {
    const { itemCode } = await createItem(kontor())
    assertInvalid(await kontor().post('/items', itemBody({ itemCode: ` ${itemCode} ` })), 'itemCode')
  })

  test('is trimmed in groups, in lines and in other actions', async () => {
    const customer = await createCustomer(kontor(), {
      email: ' a@example.com ',
      address: { city: ' Kiel ', country: ' DE ' },
    })
    assert.deepEqual([customer.email, customer.address.city, customer.address.country], ['a@example.com', 'Kiel', 'DE'])
    const item = await createItem(kontor())
    const order = await createSubmitted(kontor(), [item], { customer, notes: ' Ring twice ' })
    assert.equal(order.notes, 'Ring twice')
    const line = ` ${order.items[0].id} `
    const delivery = { salesOrder: order.id, items: [{ line, quantity: 1 }] }
    assert.equal((await kontor().post('/stock-movements', { item: item.id, quantity: 1 })).status, 201)
    assert.equal((await create(kontor(), '/deliveries', delivery)).items[0].line, order.items[0].id)
    const invoiced = { salesOrder: order.id, items: [{ line, quantity: 1 }], notes: ' Thanks ' }
    assert.equal((await create(kontor(), '/invoices/from-order', invoiced)).notes, 'Thanks')
  })

  test('is measured without its blanks', async () => {
    const longest = 'x'.repeat(64)
    assert.equal((await createItem(kontor(), { itemCode: `  ${longest}  ` })).itemCode, longest)
    assertInvalid(await kontor().post('/items', itemBody({ itemCode: `${longest}x` })), 'itemCode')
  })

  test('is missing if it is required and consists of blanks', async () => {
    for (const blank of ['', ' ', '\t\n', '\u00a0']) {
      const faults = assertInvalid(await kontor().post('/items', itemBody({ itemName: blank })), 'itemName')
      assert.deepEqual(faults, { itemName: 'Item name is required.' })
    }
    const { id } = await createItem(kontor(), { category: '  ' })
    assert.equal((await read(kontor(), `/items/${id}`)).category, '')
    assertInvalid(await kontor().put(`/items/${id}`, { itemCode: ' ' }), 'itemCode')
  })

  test('is trimmed in filters', async () => {
    const { id, itemCode } = await createItem(kontor(), { category: 'Blank tools' })
    for (const query of [
      `itemCode=%20${itemCode}%20`,
      'category=Blank%20tools%20',
      `itemCode[in]=A,%20${itemCode}%20`,
    ]) {
      const { body } = await kontor().get(`/items?${query}`)
      assert.deepEqual(
        body.data.map((item: { id: string }) => item.id),
        [id],
        query,
      )
    }
  })

  test('is kept to the last blank in a password', async () => {
    const { email } = await addUser(kontor().engine, 'viewer')
    const [user] = (await kontor().get(`/users?email=${email}`)).body.data
    const password = '  correct horse battery '
    assert.equal((await kontor().put(`/users/${user.id}`, { password })).status, 200)
    assert.equal((await kontor().login(` ${email} `, password)).status, 200)
    assert.equal((await kontor().login(email, password.trim())).status, 401)
  })

  test('may be sent back if it is from before texts were trimmed, also by a role that must not change it', async () => {
    const { id } = await createItem(kontor())
    const itemCode = ` ${newCode()} `
    await behindTheScenes(kontor().engine, async (records) =>
      records.update(items, await records.lock(items, id), { itemCode }),
    )
    const { token } = await signedIn(kontor(), 'warehouse')
    const item = (await kontor().get(`/items/${id}`, { token })).body.data
    assert.equal(item.itemCode, itemCode)
    const answer = await kontor().put(`/items/${id}`, { ...item, reorderLevel: 3 }, { token })
    assert.deepEqual([answer.status, answer.body.data?.itemCode], [200, itemCode.trim()], answer.text)
  })
})
