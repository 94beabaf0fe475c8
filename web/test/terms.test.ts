import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Visit } from './support/browser.ts'
import { enter } from './support/document-editor.ts'

const NOW = '2026-11-10T09:00:00.000Z'
const terms = (page: Page) => page.getByRole('combobox', { name: /Payment terms|Zahlungsziel/ })
const idIn = (page: Page) => page.url().split('/').at(-1)!.split('?')[0]!

onStage('Payment terms', (stage) => {
  before(async () => {
    await createCustomer(stage().kontor, { name: 'Kurbel & Kette', paymentTerms: '30 days' })
    await createItem(stage().kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2 })
  })

  async function visitIn(locale: string): Promise<Visit> {
    const visit = await stage().visit({ locale, timezoneId: 'Europe/Berlin' })
    await visit.page.clock.setFixedTime(NOW)
    return visit
  }

  test('of a customer are chosen from a list, and the due date is shown', async () => {
    await using visit = await visitIn('en-GB')
    const { page } = visit
    await visit.go('/customers/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chosen Terms Ltd')
    await terms(page).focus()
    await page.keyboard.type('30')
    await page.getByRole('option', { name: 'Net 30 Due on 10 Dec 2026' }).waitFor()
    await assertAccessible(page, 'payment terms open')
    await page.keyboard.press('Enter')
    assert.equal(await terms(page).inputValue(), 'Net 30')
    await page.getByText('An invoice of 10 Nov 2026 is due on 10 Dec 2026.').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Chosen Terms Ltd' }).waitFor()
    assert.equal((await read(stage().kontor, `/customers/${idIn(page)}`)).paymentTerms, 'Net 30')
  })

  test('without a due date are refused: the text stays and the customer is not saved', async () => {
    await using visit = await visitIn('en-GB')
    const { page } = visit
    await visit.go('/customers/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Vague Terms Ltd')
    await terms(page).focus()
    await page.keyboard.type('payable within two weeks')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.keyboard.press('Control+s')
    await page.getByText('Nothing matches “payable within two weeks”.').waitFor()
    assert.deepEqual([await terms(page).inputValue(), sent], ['payable within two weeks', []])
    await page.keyboard.press('Control+a')
    await page.keyboard.type('EOM + 5')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Vague Terms Ltd' }).waitFor()
    assert.equal((await read(stage().kontor, `/customers/${idIn(page)}`)).paymentTerms, 'EOM + 5')
  })

  test('of an order are understood in German, and are sent in the words that the server reads', async () => {
    await using visit = await visitIn('de-DE')
    const { page } = visit
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: 'Kunde' }).waitFor()
    await enter(page, 'kurbel', 'bolt', '1')
    await terms(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('21 Tage')
    await page.keyboard.press('Tab')
    await page.getByText('Eine Rechnung vom 10.11.2026 ist am 01.12.2026 fällig.').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    assert.equal((await read(stage().kontor, `/sales-orders/${idIn(page)}`)).paymentTerms, 'Net 21')
  })

  test('of which no due date follows are marked where they are already stored', async () => {
    const customer = await createCustomer(stage().kontor, { paymentTerms: 'as agreed' })
    await using visit = await visitIn('en-GB')
    await visit.go(`/customers/${customer.id}/edit`)
    await visit.page.getByText('“as agreed” has no due date').waitFor()
  })
})
