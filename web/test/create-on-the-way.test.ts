import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { createCustomer, createItem } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Visit } from './support/browser.ts'
import { cell, enter } from './support/document-editor.ts'

const customer = (page: Page) => page.getByRole('combobox', { name: 'Customer' })
const isFocused = (page: Page) => page.locator(':focus')

async function begin({ page, go }: Visit): Promise<void> {
  await go('/sales-orders/new')
  await customer(page).and(isFocused(page)).waitFor()
}

/** Types a text into the field that has the focus, and goes up to the last entry of its list. */
async function createBeside(page: Page, text: string, option: string): Promise<void> {
  await page.keyboard.type(text)
  await page.getByRole('option', { name: option }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('option', { name: option, selected: true }).waitFor()
  await page.keyboard.press('Enter')
}

onStage('Creating a record while an order is written', (stage) => {
  before(async () => {
    const { kontor } = stage()
    await createCustomer(kontor, { name: 'Nordlicht' })
    await createItem(kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2 })
  })

  test('a customer and an item are created by keyboard, and the order goes on with them', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await begin(visit)
    await createBeside(page, 'Neue Firma', 'Create customer “Neue Firma”…')
    const drawer = page.getByRole('dialog', { name: 'New customer' })
    // The name is known; the user begins with the next field.
    await drawer.getByRole('textbox', { name: 'E-mail' }).and(isFocused(page)).waitFor()
    assert.equal(await drawer.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Neue Firma')
    await assertAccessible(page, 'drawer')
    await visit.picture('create-on-the-way')
    await page.keyboard.press('Control+s')
    await drawer.waitFor({ state: 'hidden' })
    assert.equal(await customer(page).inputValue(), 'Neue Firma')

    await cell(page, 'Item', 1).and(isFocused(page)).waitFor()
    await createBeside(page, 'Winkel', 'Create item “Winkel”…')
    const items = page.getByRole('dialog', { name: 'New item' })
    await items.getByRole('textbox', { name: 'Item code' }).and(isFocused(page)).waitFor()
    await page.keyboard.press('Control+s')
    await items.getByText('Item code is required.').waitFor()
    await page.keyboard.type('WINKEL')
    await page.keyboard.press('Control+s')
    await items.waitFor({ state: 'hidden' })
    assert.equal(await cell(page, 'Item', 1).inputValue(), 'Winkel')
    await cell(page, 'Quantity', 1).and(isFocused(page)).waitFor()
    await page.keyboard.type('3')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    await page.getByText('Winkel').first().waitFor()
  })

  test('Escape closes the form, asks first if something was typed, and leaves the order as it was', async () => {
    await using visit = await stage().visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const { page } = visit
    await begin(visit)
    await enter(page, 'nordlicht')
    await cell(page, 'Item', 1).and(isFocused(page)).waitFor()
    await createBeside(page, 'Zange', 'Create item “Zange”…')
    const drawer = page.getByRole('dialog', { name: 'New item' })
    await drawer.getByRole('textbox', { name: 'Item code' }).and(isFocused(page)).waitFor()
    await page.keyboard.type('Z')
    await visit.picture('create-on-the-way-phone')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await drawer.getByRole('textbox', { name: 'Item code' }).inputValue(), 'Z')
    await drawer.getByRole('textbox', { name: 'Item code' }).fill('')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    assert.equal(await customer(page).inputValue(), 'Nordlicht')
    assert.equal(await cell(page, 'Item', 1).inputValue(), 'Zange')
  })

  test('a role that may not create customers is not offered it', async () => {
    const { kontor } = stage()
    const permissions = {
      customers: { can: ['read'] },
      items: { can: ['read'] },
      'sales-orders': { can: ['read', 'create'] },
    }
    await kontor.post('/roles', { name: 'clerk', permissions })
    const { email } = await addUser(kontor.engine, 'clerk')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    await begin(visit)
    await visit.page.keyboard.type('nor')
    await visit.page.getByRole('option', { name: 'Nordlicht' }).waitFor()
    assert.equal(await visit.page.getByRole('option', { name: /Create/ }).count(), 0)
  })
})
