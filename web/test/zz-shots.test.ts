import { test } from 'node:test'
import { mkdirSync } from 'node:fs'
import { createCustomer, createItem } from '../../server/test/support/records.ts'
import { createOrder, createStockedItem, createSubmitted, deliver, invoice, moveThrough, pay } from '../../server/test/support/trade.ts'
import { onStage } from './support/browser.ts'

const OUT = '/tmp/permitted-shots'
mkdirSync(OUT, { recursive: true })
onStage('Shots', (stage) => {
  test('pictures', async () => {
    const { kontor } = stage()
    const customer = await createCustomer(kontor, { name: 'Nordlicht Fahrräder GmbH', creditLimit: 2000, address: { street: 'Kai 1', city: 'Hamburg', country: 'DE' } })
    const bolt = await createStockedItem(kontor, 50, { itemName: 'Hexagon bolt', sellingPrice: 12.5, taxRate: 19 })
    const work = await createItem(kontor, { itemName: 'Assembly', itemType: 'Service', sellingPrice: 80 })
    const lines = [{ item: bolt.id, quantity: 10, discount: 5 }, work]
    const draft = await createOrder(kontor, lines, { customer })
    const over = await createOrder(kontor, [{ item: bolt.id, quantity: 500 }], { customer })
    const part = await createSubmitted(kontor, lines, { customer })
    const sent = await deliver(kontor, part, [{ item: bolt.id, quantity: 4 }])
    const bill = await invoice(kontor, part, { items: [{ item: bolt.id, quantity: 4 }] })
    await pay(kontor, bill, 10)
    const held = await createSubmitted(kontor, lines, { customer })
    await moveThrough(kontor, held, 'on_hold')
    const closed = await createSubmitted(kontor, lines, { customer })
    await moveThrough(kontor, closed, 'closed')
    const gone = await createOrder(kontor, lines, { customer })
    await moveThrough(kontor, gone, 'cancelled')
    const draftBill = await invoice(kontor, await createSubmitted(kontor, lines, { customer }), { draft: true })
    const pages: [string, string][] = [
      ['order-draft', `/sales-orders/${draft.id}`],
      ['order-over', `/sales-orders/${over.id}`],
      ['order-part', `/sales-orders/${part.id}`],
      ['order-held', `/sales-orders/${held.id}`],
      ['order-closed', `/sales-orders/${closed.id}`],
      ['order-cancelled', `/sales-orders/${gone.id}`],
      ['order-edit', `/sales-orders/${part.id}/edit`],
      ['invoice', `/invoices/${bill.id}`],
      ['invoice-draft', `/invoices/${draftBill.id}`],
      ['invoice-edit', `/invoices/${bill.id}/edit`],
      ['delivery', `/deliveries/${sent.id}`],
      ['delivery-edit', `/deliveries/${sent.id}/edit`],
      ['delivery-new-held', `/deliveries/new?order=${held.id}`],
      ['delivery-new', `/deliveries/new?order=${part.id}`],
      ['customer', `/customers/${customer.id}`],
    ]
    for (const colorScheme of ['light', 'dark'] as const) {
      await using visit = await stage().visit({ colorScheme })
      const { page } = visit
      await visit.go('/')
      await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${colorScheme}')`)
      for (const [name, path] of pages) {
        await visit.go(path)
        await page.locator('main h1').waitFor()
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: `${OUT}/${name}-${colorScheme}.png` })
        if (['order-part', 'invoice', 'customer', 'delivery', 'order-held'].includes(name)) {
          await page.getByRole('button', { name: 'More actions' }).click()
          await page.getByRole('menuitem').first().waitFor()
          await page.screenshot({ path: `${OUT}/${name}-menu-${colorScheme}.png` })
        }
      }
      await visit.go('/sales-orders')
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
      await page.getByRole('button', { name: 'Set status' }).click()
      await page.getByRole('menuitem').first().waitFor()
      await page.screenshot({ path: `${OUT}/bulk-${colorScheme}.png` })
    }
  })
})
