import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { create, createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { onStage } from './support/browser.ts'
import { enter, statusPill, tabTo, total } from './support/document-editor.ts'

const idIn = (page: Page) => page.url().split('/').at(-1)!.split('?')[0]!
const at = (page: Page, pattern: RegExp) => page.waitForURL((url) => pattern.test(url.pathname))

onStage('From a quotation to an order', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, bolt]: any[] = []
  before(async () => {
    const { kontor } = stage()
    customer = await createCustomer(kontor, { name: 'Nordlicht', paymentTerms: 'Net 30' })
    bolt = await createItem(kontor, { itemCode: 'BOLT-M8', itemName: 'Hexagon bolt', sellingPrice: 82.5, taxRate: 19 })
  })

  test('is written by keyboard alone, sent, accepted, ordered in part and duplicated', async () => {
    const { kontor } = stage()
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.keyboard.type('gq')
    await at(page, /^\/quotations$/)
    await visit.go('/quotations/new')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await enter(page, 'nordl', 'bolt-m8')
    await tabTo(page, '10', '', '15')
    await total(page).getByText('€834.49').waitFor()
    await visit.picture('quotation-editor')
    await page.keyboard.press('Control+s')
    await at(page, /^\/quotations\/quo_/)
    await statusPill(page, 'Draft').waitFor()
    const id = idIn(page)

    // The usual step follows from where it stands: it is sent, and then accepted.
    await page.keyboard.press('Control+Enter')
    await statusPill(page, 'Sent').waitFor()
    await page.keyboard.press('Control+Enter')
    await statusPill(page, 'Accepted').waitFor()

    // A part of it is ordered.
    await page.keyboard.press('o')
    const window = page.getByRole('dialog', { name: 'Create order' })
    await window.getByLabel('Quantity, Hexagon bolt').fill('4')
    await visit.picture('quotation-to-order')
    await window.getByLabel('Quantity, Hexagon bolt').press('Enter')
    await at(page, /^\/sales-orders\/so_/)
    const order = await read(kontor, `/sales-orders/${idIn(page)}`)
    assert.deepEqual(
      [order.quotation, order.customer, order.items[0].quantity, order.items[0].discount],
      [id, customer.id, 4, 15],
    )

    // What is left stands on the quotation, and in the window that orders the rest.
    const quotation = await read(kontor, `/quotations/${id}`)
    await page.getByRole('link', { name: quotation.quotationNumber }).first().click()
    await page.getByText('4 / 10').waitFor()
    await page.getByRole('link', { name: order.orderNumber }).first().waitFor()
    await visit.picture('quotation')
    await page.keyboard.press('o')
    await window.getByLabel('Quantity, Hexagon bolt').and(page.locator('[value="6"]')).waitFor()
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
    await at(page, /^\/quotations\/new$/)
    await total(page).getByText('€834.49').waitFor()
    await page.keyboard.press('Control+s')
    await at(page, /^\/quotations\/quo_/)
    const copy = await read(kontor, `/quotations/${idIn(page)}`)
    assert.deepEqual(
      [copy.status, copy.customer, copy.total, copy.orderStatus],
      ['draft', customer.id, quotation.total, 'not_ordered'],
    )
    assert.notEqual(copy.quotationNumber, quotation.quotationNumber)
  })

  test('is told in German that it has expired, is accepted all the same, and can be rejected with a reason', async () => {
    const { kontor } = stage()
    const body = { customer: customer.id, items: [{ item: bolt.id, quantity: 2 }] }
    const late = await create(kontor, '/quotations', { ...body, quotationDate: '2026-01-02', validUntil: '2026-02-01' })
    await kontor.put(`/quotations/${late.id}/status`, { status: 'sent' })
    await using visit = await stage().visit({ locale: 'de-DE' })
    const { page } = visit
    await visit.go('/quotations?isExpired=true')
    await page.getByRole('link', { name: late.quotationNumber }).first().click()
    await statusPill(page, 'Gesendet').waitFor()
    await page.getByText('Abgelaufen', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Annehmen' }).press('Enter')
    await page.getByText(`Angebot ${late.quotationNumber} war gültig bis`).waitFor()
    await statusPill(page, 'Angenommen').waitFor()
    await page.getByRole('button', { name: 'Auftrag anlegen' }).waitFor()
    await page.getByRole('button', { name: 'Weitere Aktionen' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Ablehnen' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Ablehnen' })
    await question.getByLabel('Ablehnungsgrund').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Zu teuer')
    await question.getByRole('button', { name: 'Ablehnen' }).press('Enter')
    await statusPill(page, 'Abgelehnt').waitFor()
    await page.getByText('Zu teuer').waitFor()
    assert.equal((await read(kontor, `/quotations/${late.id}`)).rejectionReason, 'Zu teuer')
  })
})
