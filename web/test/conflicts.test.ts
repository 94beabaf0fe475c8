import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, signedIn } from '../../server/test/support/people.ts'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createOrder } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'
import { cell, enter } from './support/document-editor.ts'

const TITLE = 'Choose which changes to keep'
const quantities = (order: { items: { itemName: string; quantity: number }[] }) =>
  order.items.map(({ itemName, quantity }) => `${itemName} ${quantity}`)

onStage('A record that two users edit', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, bolt, nut, pin]: any[] = []
  let other: Person
  before(async () => {
    const { kontor } = stage()
    customer = await createCustomer(kontor, { name: 'Kurbel & Kette' })
    bolt = await createItem(kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2 })
    nut = await createItem(kontor, { itemCode: 'NUT', itemName: 'Nut', sellingPrice: 1 })
    pin = await createItem(kontor, { itemCode: 'PIN', itemName: 'Pin', sellingPrice: 5 })
    other = await signedIn(kontor, 'admin')
  })

  const newOrder = () =>
    createOrder(
      stage().kontor,
      [
        { item: bolt.id, quantity: 3 },
        { item: nut.id, quantity: 4 },
      ],
      { customer },
    )
  const saveAsOther = async (path: string, body: object) => {
    const { status, text } = await stage().kontor.put(path, body, { token: other.token })
    assert.equal(status, 200, text)
  }
  const save = (page: Page) => page.keyboard.press('Control+s')

  test('an order in which each changed another line is saved with both changes, without a question', async () => {
    const order = await newOrder()
    const path = `/sales-orders/${order.id}`
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`${path}/edit`)
    await cell(page, 'Quantity', 1).fill('5')
    const [first, second] = order.items
    await saveAsOther(path, {
      items: [first, { ...second, quantity: 9 }, { item: pin.id, quantity: 1 }],
      notes: 'Call',
    })
    await save(page)
    await page.getByRole('heading', { name: order.orderNumber, exact: true }).waitFor()
    const told = `${order.orderNumber} was saved. ${other.name} changed Notes, Lines meanwhile (`
    await page.getByText(told).waitFor()
    const after = await read(stage().kontor, path)
    assert.deepEqual([quantities(after), after.notes], [['Bolt 5', 'Nut 9', 'Pin 1'], 'Call'])
  })

  test('a removed line stays removed and an added line is kept when another user changed other lines', async () => {
    const order = await newOrder()
    const path = `/sales-orders/${order.id}`
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`${path}/edit`)
    await cell(page, 'Quantity', 2).press('Control+Delete')
    await page.getByRole('button', { name: 'Add line' }).click()
    await cell(page, 'Item', 2).focus()
    await enter(page, 'pin', '2')
    await saveAsOther(path, { items: [{ ...order.items[0], quantity: 30 }, order.items[1]] })
    await save(page)
    await page.getByRole('heading', { name: order.orderNumber, exact: true }).waitFor()
    assert.deepEqual(quantities(await read(stage().kontor, path)), ['Bolt 30', 'Pin 2'])
  })

  test('what both changed is shown with both values and the name of the other user, and each is chosen alone', async () => {
    const order = await newOrder()
    const path = `/sales-orders/${order.id}`
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`${path}/edit`)
    await cell(page, 'Quantity', 1).fill('5')
    await cell(page, 'Quantity', 2).fill('6')
    await page.getByLabel('Notes').fill('Front door')
    const [first, second] = order.items
    await saveAsOther(path, {
      items: [
        { ...first, quantity: 8, rate: 1.5 },
        { ...second, quantity: 9 },
      ],
      notes: 'Back door',
    })
    await save(page)
    const window = page.getByRole('dialog', { name: TITLE })
    await window.getByText(`${other.name} changed this sales order on `).waitFor()
    const saveButton = window.getByRole('button', { name: 'Save' })
    assert.ok(await saveButton.isDisabled(), 'nothing is chosen yet')
    const choose = (field: string, value: string) =>
      window.getByRole('radiogroup', { name: field }).getByRole('radio', { name: value }).check()
    await choose('Bolt: Quantity', 'Yours 5')
    await choose('Nut: Quantity', `${other.name} 9`)
    assert.ok(await saveButton.isDisabled(), 'one is not chosen yet')
    await choose('Notes', `${other.name} Back door`)
    assert.equal(await window.getByRole('radiogroup').count(), 3)
    await assertAccessible(page, 'conflict')
    await visit.picture('conflict')
    await saveButton.click()
    await page.getByRole('heading', { name: order.orderNumber, exact: true }).waitFor()
    const after = await read(stage().kontor, path)
    assert.deepEqual([quantities(after), after.items[0].rate, after.notes], [['Bolt 5', 'Nut 9'], 1.5, 'Back door'])
  })

  test('a line that the other user removed while it was being changed is a choice too', async () => {
    const order = await newOrder()
    const path = `/sales-orders/${order.id}`
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`${path}/edit`)
    await cell(page, 'Quantity', 2).fill('40')
    await saveAsOther(path, { items: [order.items[0]] })
    await save(page)
    const window = page.getByRole('dialog', { name: TITLE })
    await window.getByRole('radio', { name: `${other.name} Removed` }).check()
    await window.getByRole('button', { name: 'Back to editing' }).click()
    assert.equal(await cell(page, 'Quantity', 2).inputValue(), '40', 'nothing is lost by going back')
    await save(page)
    await window.getByRole('radio', { name: 'Yours 40' }).check()
    await window.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: order.orderNumber, exact: true }).waitFor()
    assert.deepEqual(quantities(await read(stage().kontor, path)), ['Bolt 3', 'Nut 40'])
  })

  test('a plain form merges parts of a group and asks only for what collides, in German as well', async () => {
    const { kontor } = stage()
    const { id } = await createCustomer(kontor, { name: 'Alt', address: { street: 'Ring 1', city: 'Bonn' } })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.evaluate(`localStorage.setItem('kontor.language', 'de')`)
    await visit.go(`/customers/${id}/edit`)
    await page.getByLabel('Name').first().fill('Mein Name')
    await page.getByLabel('Ort').fill('Köln')
    await saveAsOther(`/customers/${id}`, {
      name: 'Ihr Name',
      address: { street: 'Ring 2', city: 'Bonn' },
      phone: '123',
    })
    await save(page)
    const window = page.getByRole('dialog', { name: 'Welche Änderungen sollen gelten?' })
    await window.getByRole('radio', { name: 'Ihre Eingabe Mein Name' }).check()
    assert.equal(await window.getByRole('radiogroup').count(), 1)
    await window.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('heading', { name: 'Mein Name' }).waitFor()
    const { name, phone, address } = await read(kontor, `/customers/${id}`)
    assert.deepEqual([name, phone, address.street, address.city], ['Mein Name', '123', 'Ring 2', 'Köln'])
  })

  test('a conflict is resolved on a telephone', async () => {
    const { kontor } = stage()
    const { id } = await createItem(kontor, { itemCode: 'SMALL', itemName: 'Ours' })
    await using visit = await stage().visit({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const { page } = visit
    await visit.go(`/items/${id}/edit`)
    await page.getByLabel('Item name').fill('A much longer name than would fit beside the other one')
    await page.getByLabel('Description').fill('Mine')
    await saveAsOther(`/items/${id}`, { itemName: 'Theirs', description: 'Other' })
    await page.getByRole('button', { name: 'Save' }).click()
    const window = page.getByRole('dialog', { name: TITLE })
    await window.getByRole('button', { name: 'Keep all of theirs' }).click()
    assert.ok(await window.getByRole('radio', { name: `${other.name} Theirs` }).isChecked())
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    await visit.picture('conflict-telephone')
    await window.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Theirs' }).waitFor()
  })
})
