import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createOrder, createSubmitted } from '../../server/test/support/trade.ts'
import { onStage, type Visit } from './support/browser.ts'
import { cell, enter, paste, statusPill, tabTo, total } from './support/document-editor.ts'

const idIn = (page: Page) => page.url().split('/').at(-1)!.split('?')[0]!
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The items that are on the lines, from the top. */
const itemsOn = async (page: Page) =>
  Promise.all((await page.getByLabel(/^Item, line/).all()).map((input) => input.inputValue()))

onStage('The order editor', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, bolt, nut]: any[] = []
  before(async () => {
    const { kontor } = stage()
    customer = await createCustomer(kontor, { name: 'Kurbel & Kette', creditLimit: 100 })
    bolt = await createItem(kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2, taxRate: 10 })
    nut = await createItem(kontor, { itemCode: 'NUT', itemName: 'Nut', sellingPrice: 1.5 })
  })

  async function begin(visit: Visit): Promise<void> {
    await visit.go('/sales-orders/new')
    await visit.page.getByRole('combobox', { name: 'Customer' }).waitFor()
  }

  test('marks the cell that the server refuses, and focuses it', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await begin(visit)
    await enter(page, 'kurbel', 'bolt', '1', 'nut')
    await tabTo(page, '1', '', '120')
    await page.keyboard.press('Control+s')
    await page.getByText('Discount must be at most 100.').waitFor()
    assert.equal(await cell(page, 'Discount %', 2).getAttribute('aria-invalid'), 'true')
    await page.waitForFunction('document.activeElement.ariaLabel.endsWith("line 2")')
    await page.keyboard.type('20')
    await page.getByText('Discount must be at most 100.').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
  })

  test('refuses a text that matches no item: it stays in its line, and the order is not saved', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await begin(visit)
    await enter(page, 'kurbel', 'nonsense')
    await page.getByText('No item matches “nonsense”.').waitFor()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Save' }).first().and(page.locator(':not([data-loading])')).waitFor()
    await cell(page, 'Item', 1).and(page.locator(':focus')).waitFor()
    assert.equal(await cell(page, 'Item', 1).inputValue(), 'nonsense')
    assert.deepEqual(sent, [])
    await page.keyboard.press('Escape')
    await enter(page, 'bolt')
    await total(page).getByText('€2.20').waitFor()
  })

  test('waits for pending look-ups before it saves', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await begin(visit)
    await page.route('**/api/v1/search?types=items*', async (route) => {
      await page.getByRole('button', { name: 'Save' }).first().and(page.locator('[data-loading]')).waitFor()
      await route.continue()
    })
    await enter(page, 'kurbel')
    await page.keyboard.type('bolt')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    assert.equal((await read(stage().kontor, `/sales-orders/${idIn(page)}`)).items[0].item, bolt.id)
  })

  test('takes rows from a spreadsheet, and reports which of them match no item', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await begin(visit)
    await enter(page, 'kurbel')
    await paste(cell(page, 'Item', 1), 'Code\tQty\tPrice\tDiscount\nbolt\t10\t1.80\t5%\nGHOST\t3\nNut\t4\n')
    await page.getByText('2 lines were added').waitFor()
    await page.getByText('Row 3: GHOST').waitFor()
    assert.deepEqual(await itemsOn(page), ['Bolt', 'Nut', ''])
    assert.deepEqual(
      [await cell(page, 'Quantity', 1).inputValue(), await cell(page, 'Rate', 1).inputValue()],
      ['10', '1.80'],
    )
    await total(page).getByText('€24.81').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    const order = await read(stage().kontor, `/sales-orders/${idIn(page)}`)
    assert.deepEqual([order.total, order.items.length, order.items[0].discount], [24.81, 2, 5])
  })

  test('moves and removes lines by keyboard', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await begin(visit)
    await enter(page, 'kurbel', 'bolt', '1', 'nut')
    await page.keyboard.type('2')
    await total(page).getByText('€5.20').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    assert.deepEqual(await itemsOn(page), ['Nut', 'Bolt'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+Delete')
    await page.getByText('1 line', { exact: true }).waitFor()
    assert.deepEqual(await itemsOn(page), ['Nut'])
  })

  test('shows both values when another user saved the same field, and keeps the one that is chosen', async () => {
    const { kontor } = stage()
    const order = await createOrder(kontor, [{ item: bolt.id, quantity: 3 }], { customer })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}/edit`)
    await cell(page, 'Quantity', 1).fill('5')
    await kontor.put(`/sales-orders/${order.id}`, { items: [{ ...order.items[0], quantity: 8 }] })
    await page.keyboard.press('Control+s')
    const window = page.getByRole('dialog', { name: 'Choose which changes to keep' })
    const quantity = window.getByRole('radiogroup', { name: 'Bolt: Quantity' })
    await quantity.getByRole('radio', { name: /8$/ }).waitFor()
    await quantity.getByRole('radio', { name: 'Yours 5' }).check()
    await window.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: order.orderNumber, exact: true }).waitFor()
    assert.equal((await read(kontor, `/sales-orders/${order.id}`)).items[0].quantity, 5)
  })

  test('warns of the credit limit before it is exceeded; users with the right can override it', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await begin(visit)
    await enter(page, 'kurbel', 'bolt', '60')
    await page.getByText('Over the credit limit by').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText("Can't submit: over credit limit").waitFor()
    await button(page, 'Submit').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit anyway' }).click()
    await statusPill(page, 'Submitted').waitFor()
  })

  test('allows only fields of a submitted order that may still change', async () => {
    const order = await createSubmitted(stage().kontor, [{ item: nut.id, quantity: 3 }])
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}/edit`)
    await cell(page, 'Quantity', 1).fill('4')
    assert.ok(await cell(page, 'Rate', 1).isDisabled())
    assert.equal(await page.getByRole('combobox', { name: 'Customer' }).count(), 0)
    assert.equal(await button(page, 'Add line').count(), 0)
    await page.keyboard.press('Control+s')
    await page.getByText('0 / 4').first().waitFor()
  })

  test('asks before unsaved changes are lost, and copies an order', async () => {
    const order = await createOrder(stage().kontor, [{ item: bolt.id, quantity: 3 }, nut], {
      customer,
      notes: 'Back door',
    })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}`)
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByText('2 lines').waitFor()
    await cell(page, 'Quantity', 1).fill('30')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Keep editing' }).click()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    const copy = await read(stage().kontor, `/sales-orders/${idIn(page)}`)
    assert.notEqual(copy.id, order.id)
    assert.deepEqual([copy.status, copy.items[0].quantity, copy.notes], ['draft', 30, 'Back door'])
  })
})
