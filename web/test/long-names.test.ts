import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer, createItem } from '../../server/test/support/records.ts'
import { createSubmitted, invoice as issueInvoice } from '../../server/test/support/trade.ts'
import { onStage } from './support/browser.ts'
import { layoutFaults } from './support/layout.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverwaltungsbeamtenversicherung'
const SIZES = { desk: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } }

onStage('A long name without a gap', (stage) => {
  for (const [size, viewport] of Object.entries(SIZES))
    test(`wraps and pushes no figure away, on a ${size}`, async () => {
      const { kontor } = stage()
      const customer = await createCustomer(kontor, { name: LONG })
      const item = await createItem(kontor, {
        itemCode: `${LONG.slice(0, 40)}-${size}`,
        itemName: LONG,
        sellingPrice: 1234.5,
      })
      const order = await createSubmitted(kontor, [{ item: item.id, quantity: 1000 }], { customer, notes: LONG })
      const { id } = await issueInvoice(kontor, order)
      await using visit = await stage().visit({ viewport })
      const { page } = visit
      const addresses = [
        `/customers/${customer.id}`,
        `/customers/${customer.id}?tab=invoices`,
        `/items/${item.id}`,
        `/sales-orders/${order.id}`,
        `/sales-orders/${order.id}?tab=history`,
        `/sales-orders/${order.id}/edit`,
        `/invoices/${id}`,
        ...['/customers', '/items', '/sales-orders', '/invoices', '/'],
      ]
      const faults: string[] = []
      for (const [index, address] of addresses.entries()) {
        await visit.go(address)
        await page.locator('main h1').waitFor()
        await page.waitForLoadState('networkidle')
        await visit.picture(`long-names/${index}-${size}`)
        faults.push(...(await layoutFaults(page)).map((fault) => `${address}: ${fault}`))
      }
      assert.deepEqual(faults, [])
    })
})
