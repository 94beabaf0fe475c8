import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createCustomer, createItem } from '../../server/test/support/records.ts'
import { createSubmitted, invoice as issueInvoice } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const cards = (page: Page) => page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')

onStage('On a phone', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [cheap, dear]: any[] = []
  before(async () => {
    const { kontor } = stage()
    const customer = await createCustomer(kontor, { name: 'Nordlicht' })
    const bill = async (sellingPrice: number) =>
      issueInvoice(kontor, await createSubmitted(kontor, [await createItem(kontor, { sellingPrice })], { customer }))
    dear = await bill(90)
    cheap = await bill(20)
    await kontor.post('/payments', { invoice: dear.id, amount: 40 })
  })

  test('a tap anywhere on a card opens its record, which shows the outstanding amount before its lines', async () => {
    await using visit = await stage().visit(PHONE)
    const { page } = visit
    await visit.go('/invoices')
    const card = cards(page).filter({ hasText: dear.invoiceNumber })
    await card.getByText('Outstanding: €50.00').waitFor()
    await assertAccessible(page, 'cards of invoices')
    await visit.picture('invoices-phone')
    await card.getByText(/^Invoice date:/).tap()
    await page.getByRole('heading', { name: dear.invoiceNumber }).waitFor()
    const top = async (part: Locator) => (await part.boundingBox())!.y
    const panel = page.getByRole('region', { name: 'Outstanding' })
    await panel.getByText('€50.00').waitFor()
    assert.ok((await top(panel)) < (await top(page.getByText('Bill to'))), 'the amount is above the invoice')
    await visit.picture('invoice-phone')
  })

  test('cards are sorted by a column, in both directions', async () => {
    await using visit = await stage().visit(PHONE)
    const { page } = visit
    await visit.go('/invoices')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Total')
    await page.waitForURL(/sort=total&order=asc/)
    await cards(page).first().filter({ hasText: cheap.invoiceNumber }).waitFor()
    await page.getByRole('button', { name: 'Ascending' }).tap()
    await page.waitForURL(/order=desc/)
    await cards(page).first().filter({ hasText: dear.invoiceNumber }).waitFor()
    await page.getByRole('button', { name: 'Descending' }).waitFor()
  })

  test('cards are selected one by one or all of a page, and the bar of actions fits', async () => {
    await using visit = await stage().visit(PHONE)
    const { page } = visit
    await visit.go('/invoices')
    await page.getByRole('checkbox', { name: `Select ${cheap.invoiceNumber}` }).tap()
    await page.getByText('1 selected').waitFor()
    assert.match(page.url(), /\/invoices$/)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).tap()
    await page.getByText('2 selected').waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    await visit.picture('selected-phone')
  })
})
