import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createSubmitted, invoice as issueInvoice } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Visit } from './support/browser.ts'
import { enter } from './support/document-editor.ts'

const NOW = '2026-11-10T09:00:00.000Z'
const idIn = (page: Page) => page.url().split('/').at(-1)!.split('?')[0]!

/** Replaces what the field holds and leaves it, without a mouse. */
async function typeAndLeave(page: Page, field: Locator, text: string): Promise<string> {
  await field.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
  return field.inputValue()
}

onStage('A date field', (stage) => {
  before(async () => {
    await createCustomer(stage().kontor, { name: 'Kurbel & Kette' })
    await createItem(stage().kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2 })
  })

  /** The browser asks for this language and format; its clock stands at 10 November 2026. */
  async function visitIn(locale: string): Promise<Visit> {
    const visit = await stage().visit({ locale, timezoneId: 'Europe/Berlin' })
    await visit.page.clock.setFixedTime(NOW)
    return visit
  }

  /** A new order with a customer and a line, not saved yet. */
  async function beginOrder(visit: Visit): Promise<Page> {
    const { page } = visit
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: /Customer|Kunde/ }).waitFor()
    await enter(page, 'kurbel', 'bolt', '1')
    await page
      .getByLabel(/^(Item|Artikel), .* 1$/)
      .and(page.locator('[value=Bolt]'))
      .waitFor()
    return page
  }

  const readings = {
    'de-DE': { label: 'Auftragsdatum', '05.12.2026': '05.12.2026', '13.11.2026': '13.11.2026', '5.12.': '05.12.2026' },
    'en-GB': { label: 'Order date', '05/12/2026': '5 Dec 2026', '5-12-26': '5 Dec 2026', '+7': '17 Nov 2026' },
    'en-US': { label: 'Order date', '12/05/2026': 'Dec 5, 2026', '120526': 'Dec 5, 2026', today: 'Nov 10, 2026' },
  } as const
  for (const [locale, { label, ...texts }] of Object.entries(readings))
    test(`reads typed dates in the order of ${locale}`, async () => {
      await using visit = await visitIn(locale)
      const { page } = visit
      await visit.go('/sales-orders/new')
      const field = page.getByLabel(label)
      await field.focus()
      await assertAccessible(page, 'calendar open')
      for (const [text, shown] of Object.entries(texts))
        assert.equal(await typeAndLeave(page, field, text), shown, text)
    })

  test('saves 13.11.2026, typed in German, as 13 November, also when Ctrl+S is pressed in the field', async () => {
    await using visit = await visitIn('de-DE')
    const page = await beginOrder(visit)
    await page.getByLabel('Auftragsdatum').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('13.11.2026')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    const { orderDate, orderNumber } = await read(stage().kontor, `/sales-orders/${idIn(page)}`)
    assert.equal(orderDate, '2026-11-13')
    assert.match(orderNumber, /^SO-2026-/)
  })

  const refusals = {
    'de-DE': {
      label: 'Auftragsdatum',
      text: '31.02.2026',
      says: '„31.02.2026“ ist kein Datum.',
      example: '31.12.2026',
    },
    'en-US': { label: 'Order date', text: '13/25/2026', says: '“13/25/2026” is not a date.', example: '12/31/2026' },
  } as const
  for (const [locale, { label, text, says, example }] of Object.entries(refusals))
    test(`refuses ${text} in ${locale}: the text stays in the field and the order is not saved`, async () => {
      await using visit = await visitIn(locale)
      const page = await beginOrder(visit)
      const field = page.getByLabel(label)
      assert.equal(await typeAndLeave(page, field, text), text)
      await page.getByText(says).waitFor()
      await page.getByText(example).waitFor()
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      await assertAccessible(page, 'refused date')
      await visit.picture(`date-refused-${locale}`)
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
      await page.keyboard.press('Control+s')
      await field.and(page.locator(':focus')).waitFor()
      assert.equal(await field.inputValue(), text)
      assert.deepEqual(sent, [])
      await page.keyboard.press('Control+a')
      await page.keyboard.type(example)
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: 'SO-' }).waitFor()
      assert.equal((await read(stage().kontor, `/sales-orders/${idIn(page)}`)).orderDate, '2026-12-31')
    })

  test('asks once before it saves a date that is more than a year away', async () => {
    await using visit = await visitIn('en-GB')
    const page = await beginOrder(visit)
    const field = page.getByLabel('Order date')
    await field.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('5.12.2036')
    await page.keyboard.press('Control+s')
    await page.getByText(/^Friday,? 5 December 2036 is more than a year away. Save again if it is correct.$/).waitFor()
    await field.and(page.locator(':focus')).waitFor()
    await assertAccessible(page, 'date far away')
    await visit.picture('date-far-away')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    assert.equal((await read(stage().kontor, `/sales-orders/${idIn(page)}`)).orderDate, '2036-12-05')
  })

  test('of a filter reads German dates, and text that is not a date is not applied', async () => {
    await using visit = await visitIn('de-DE')
    const { page } = visit
    await visit.go('/sales-orders?orderDate[gte]=2026-01-01')
    await page.getByRole('button', { name: /^Auftragsdatum: ≥/ }).press('Enter')
    const from = page.getByLabel('Von')
    await typeAndLeave(page, from, 'abc')
    await page.getByText('„abc“ ist kein Datum.').waitFor()
    await page.getByRole('button', { name: 'Anwenden' }).press('Enter')
    await from.and(page.locator(':focus')).waitFor()
    assert.equal(await from.inputValue(), 'abc')
    assert.match(page.url(), /orderDate\[gte\]=2026-01-01/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('05.12.2026')
    await page.keyboard.press('Enter')
    await page.waitForURL(/orderDate\[gte\]=2026-12-05/)
  })

  test('of a window reads German dates, and refuses what is not one', async () => {
    const { kontor } = stage()
    const invoice = await issueInvoice(
      kontor,
      await createSubmitted(kontor, [await createItem(kontor, { sellingPrice: 9 })]),
    )
    await using visit = await visitIn('de-DE')
    const { page } = visit
    await visit.go(`/invoices/${invoice.id}`)
    await page.getByRole('heading', { name: invoice.invoiceNumber }).waitFor()
    await page.keyboard.press('p')
    const field = page.getByRole('dialog').getByLabel('Zahlungsdatum')
    await typeAndLeave(page, field, '12.13.2026')
    await page.getByText('„12.13.2026“ ist kein Datum.').waitFor()
    await field.focus()
    await page.keyboard.press('Enter')
    await page.getByText('„12.13.2026“ ist kein Datum.').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('051226')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const { body } = await kontor.get(`/payments?invoice=${invoice.id}`)
    assert.equal(body.data[0].paymentDate, '2026-12-05')
  })
})
