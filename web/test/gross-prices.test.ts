import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'
import { cell, enter, total } from './support/document-editor.ts'

onStage('Prices that include tax', (stage) => {
  before(async () => {
    const { kontor } = stage()
    await createCustomer(kontor, { name: 'Kurbel & Kette' })
    await createItem(kontor, { itemCode: 'BELL', itemName: 'Bell', sellingPrice: 9.99, taxRate: 19, costPrice: 4.2 })
  })

  test('are chosen in the settings, written as on the shelf, and shown with their tax', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/settings')
    await page.getByLabel('Prices include tax').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings were saved.').waitFor()
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await enter(page, 'kurbel', 'bell')
    await page.keyboard.type('3')
    await total(page).getByText('€29.97').waitFor()
    assert.equal(await cell(page, 'Rate incl. tax', 1).inputValue(), '9.99')
    await page.getByRole('group', { name: 'Line 1' }).getByText('€29.97').waitFor()
    const summary = page.getByRole('region', { name: 'Summary' })
    for (const text of ['Subtotal before tax', '€25.18', '€4.79', 'Total incl. tax'])
      await summary.getByText(text).waitFor()
    await assertAccessible(page, 'an order with prices that include tax')
    await visit.picture('gross-prices-editor')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    const lines = page.getByRole('table', { name: 'Lines' })
    for (const name of ['Rate incl. tax', 'Amount incl. tax']) await lines.getByRole('columnheader', { name }).waitFor()
    await lines.getByText('€29.97').waitFor()
    await page.getByText('Total incl. tax').waitFor()
    await visit.picture('gross-prices-view')
    const order = await read(stage().kontor, `/sales-orders/${page.url().split('/').at(-1)}`)
    assert.deepEqual([order.pricesIncludeTax, order.total], [true, 29.97])
    await visit.go(`/items/${order.items[0].item}`)
    await page.getByText('50 %').waitFor() // of 8.395, which is what remains without the tax
  })

  test('stay in a document when the settings change, and a copy is written anew', async () => {
    const { kontor } = stage()
    await kontor.put('/settings', { pricesIncludeTax: true })
    const customer = await createCustomer(kontor)
    const items = [{ description: 'Repair', quantity: 1, rate: 11.9, taxRate: 19 }]
    const order = (await kontor.post('/sales-orders', { customer: customer.id, items })).body.data
    await kontor.put('/settings', { pricesIncludeTax: false })
    await using visit = await stage().visit({ locale: 'de-DE' })
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}/edit`)
    await page.getByText('Summe inkl. USt.').waitFor()
    await page.getByText('Zwischensumme ohne USt.').waitFor()
    await visit.go(`/sales-orders/new?copy=${order.id}`)
    await page.getByLabel('Preis, Zeile 1', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Preis, Zeile 1', { exact: true }).inputValue(), '10,00')
  })
})
