import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createOrder } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const NAME = 'Nordlicht Fahrräder GmbH'
const HAMBURG = { address: { city: 'Hamburg', country: 'DE' }, email: 'einkauf@nordlicht.example' }

onStage('A customer that may be there already', (stage) => {
  let known: { readonly id: string }
  before(async () => {
    const { kontor } = stage()
    known = await createCustomer(kontor, { name: NAME, ...HAMBURG })
    await createOrder(kontor, [await createItem(kontor)], { customer: known })
  })
  const customersNamed = async (name: string) =>
    (await read(stage().kontor, `/customers?name=${encodeURIComponent(name)}`)).length
  const question = (page: Page) => page.getByRole('dialog', { name: `${NAME} exists already` })

  test('is named with its city when the field is left, and is created only after a question', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/customers/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('nordlicht fahrrader gmbh')
    await page.keyboard.press('Tab')
    await page.getByText(`${NAME}, Hamburg`).waitFor()
    await page.getByRole('link', { name: `Open ${NAME}` }).waitFor()
    await assertAccessible(page, 'similar customer')
    await visit.picture('similar')
    await page.keyboard.press('Control+s')
    await question(page).waitFor()
    await assertAccessible(page, 'similar customer, question')
    await page.keyboard.press('Enter') // on the button that creates nothing
    await question(page).waitFor({ state: 'hidden' })
    assert.equal(await customersNamed('nordlicht fahrrader gmbh'), 0)
    await page.keyboard.press('Control+s')
    await question(page).getByRole('button', { name: 'Create anyway' }).click()
    await page.getByRole('heading', { name: 'nordlicht fahrrader gmbh' }).waitFor()
  })

  test('is asked about also if it is saved before the field is left, and by its e-mail address', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/customers/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Another name')
    await page.getByLabel('E-mail').fill('Einkauf@Nordlicht.example')
    await page.keyboard.press('Control+s')
    await question(page).getByRole('button', { name: 'Back to the form' }).click()
    await page.getByText('(E-mail)').waitFor()
    await page.getByLabel('E-mail').fill('')
    await page.keyboard.press('Tab')
    await page.getByText('This may exist already:').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Another name' }).waitFor()
  })

  test('is not asked about when a customer that is stored changes', async () => {
    const { id } = await createCustomer(stage().kontor, { name: 'To be renamed' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/customers/${id}/edit`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME)
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: NAME }).waitFor()
    await stage().kontor.delete(`/customers/${id}`)
  })

  test('stands first in an order if it was used last, and each is told apart by its city', async () => {
    const second = await createCustomer(stage().kontor, { name: NAME })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/sales-orders/new')
    const customer = page.getByRole('combobox', { name: 'Customer' })
    await customer.fill('nordl')
    const options = page.getByRole('option', { name: NAME })
    await options.nth(1).waitFor()
    assert.match((await options.nth(0).textContent())!, /Hamburg/)
    assert.match((await options.nth(1).textContent())!, /no address/)
    await visit.picture('similar-picker')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: NAME }).first().waitFor()
    assert.match((await page.getByRole('link', { name: NAME }).first().getAttribute('href'))!, new RegExp(known.id))
    await stage().kontor.delete(`/customers/${second.id}`)
  })

  test('is taken instead where a customer is created beside an order, in German', async () => {
    await using visit = await stage().visit({
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    const { page } = visit
    await visit.go('/sales-orders/new')
    const customer = page.getByRole('combobox', { name: 'Kunde' })
    await customer.fill('neu')
    await page.getByRole('option', { name: /anlegen/ }).click()
    const drawer = page.getByRole('dialog', { name: /Kunde/ })
    await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME)
    await page.keyboard.press('Tab')
    await drawer.getByText(`${NAME}, Hamburg`).waitFor()
    await visit.picture('similar-phone')
    await drawer.getByRole('button', { name: `${NAME} verwenden` }).click()
    await drawer.waitFor({ state: 'hidden' })
    assert.equal(await customer.inputValue(), NAME)
    assert.equal(await customersNamed(NAME), 1)
  })
})
