import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { migrations } from '../../server/src/db/migrations/index.ts'
import { catalog } from '../../server/src/resources/catalog.ts'
import { purchaseOrders, purchasingMigration, suppliers } from '../../server/test/support/purchase-orders.ts'
import { create, createItem, read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'
import { cell, enter, statusPill, total } from './support/document-editor.ts'

const withPurchasing = {
  catalog: [...catalog, suppliers, purchaseOrders],
  migrations: [...migrations, purchasingMigration],
}

onStage(
  'A new type of document has its pages without a line of web code',
  (stage) => {
    before(async () => {
      const { kontor } = stage()
      const address = { street: 'Werkstraße 1', city: 'Bremen' }
      await create(kontor, '/suppliers', { name: 'Stahlwerk Nord', paymentTerms: 'Net 14', address })
      await createItem(kontor, { itemCode: 'STEEL', itemName: 'Sheet steel', costPrice: 12.5, sellingPrice: 99 })
    })

    test('a purchase order is written by keyboard, priced by the cost price, finished, and found in its list', async () => {
      const { kontor } = stage()
      await using visit = await stage().visit()
      const { page } = visit
      await visit.go('/')
      await page.getByRole('link', { name: 'Purchase orders' }).click()
      await page.getByText('No purchase orders yet').waitFor()
      await page.getByRole('link', { name: 'New purchase order' }).first().click()
      await page.getByRole('combobox', { name: 'Supplier' }).waitFor()
      await enter(page, 'stahl', 'steel', '3')
      await total(page).and(page.getByText('37.50')).waitFor()
      assert.equal(await cell(page, 'Rate', 1).inputValue(), '12.50')
      assert.equal(await page.getByLabel('Payment terms').inputValue(), 'Net 14')
      await assertAccessible(page, 'the editor of a purchase order')
      await visit.picture('purchase-order-editor')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('heading', { name: /PO-\d{4}-00001/ }).waitFor()
      await statusPill(page, 'Ordered').waitFor()
      const id = page.url().split('/').at(-1)!
      const order = await read(kontor, `/purchase-orders/${id}`)
      assert.deepEqual([order.status, order.total, order.supplierName], ['ordered', 37.5, 'Stahlwerk Nord'])
      await page.getByRole('link', { name: 'Stahlwerk Nord' }).waitFor()
      await page.getByRole('table', { name: 'Lines' }).getByText('Sheet steel').waitFor()
      await assertAccessible(page, 'a purchase order')
      await visit.picture('purchase-order')
      await page.getByRole('link', { name: 'Purchase orders' }).first().click()
      await page
        .getByRole('table', { name: 'Purchase orders' })
        .getByRole('link', { name: order.purchaseNumber })
        .waitFor()
    })

    test('it is changed as a draft, moved by its menu, and downloaded as a PDF', async () => {
      const { kontor } = stage()
      const [supplier] = (await kontor.get('/suppliers')).body.data
      const [item] = (await kontor.get('/items')).body.data
      const order = await create(kontor, '/purchase-orders', {
        supplier: supplier.id,
        items: [{ item: item.id, quantity: 1 }],
      })
      await using visit = await stage().visit()
      const { page } = visit
      await visit.go(`/purchase-orders/${order.id}/edit`)
      await cell(page, 'Quantity', 1).fill('4')
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: order.purchaseNumber }).waitFor()
      assert.equal((await read(kontor, `/purchase-orders/${order.id}`)).items[0].quantity, 4)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download PDF' }).click(),
      ])
      assert.equal(file.suggestedFilename(), `${order.purchaseNumber}.pdf`)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: /Cancel/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Cancel/ })
        .last()
        .click()
      await statusPill(page, 'Cancelled').waitFor()
    })
  },
  withPurchasing,
)
