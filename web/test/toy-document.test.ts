import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { migrations } from '../../server/src/db/migrations/index.ts'
import { catalog } from '../../server/src/resources/catalog.ts'
import { gadgetMakers, gadgetOrders, gadgetOrdersMigration } from '../../server/test/support/gadget-orders.ts'
import { create, createItem, read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'
import { cell, enter, statusPill, total } from './support/document-editor.ts'

const withGadgetOrders = {
  catalog: [...catalog, gadgetMakers, gadgetOrders],
  migrations: [...migrations, gadgetOrdersMigration],
}

onStage(
  'A new type of document has its pages without a line of web code',
  (stage) => {
    before(async () => {
      const { kontor } = stage()
      const address = { street: 'Werkstraße 1', city: 'Bremen' }
      await create(kontor, '/gadget-makers', { name: 'Stahlwerk Nord', paymentTerms: 'Net 14', address })
      await createItem(kontor, { itemCode: 'STEEL', itemName: 'Sheet steel', costPrice: 12.5, sellingPrice: 99 })
    })

    test('a gadget order is written by keyboard, priced by the cost price, finished, and found in its list', async () => {
      const { kontor } = stage()
      await using visit = await stage().visit()
      const { page } = visit
      await visit.go('/')
      await page.getByRole('link', { name: 'Gadget orders' }).click()
      await page.getByText('No gadget orders yet').waitFor()
      await page.getByRole('link', { name: 'New gadget order' }).first().click()
      await page.getByRole('combobox', { name: 'Maker' }).waitFor()
      await enter(page, 'stahl', 'steel', '3')
      await total(page).and(page.getByText('37.50')).waitFor()
      assert.equal(await cell(page, 'Rate', 1).inputValue(), '12.50')
      assert.equal(await page.getByLabel('Payment terms').inputValue(), 'Net 14')
      await assertAccessible(page, 'the editor of a gadget order')
      await visit.picture('gadget-order-editor')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('heading', { name: /GO-\d{4}-00001/ }).waitFor()
      await statusPill(page, 'Ordered').waitFor()
      const id = page.url().split('/').at(-1)!
      const order = await read(kontor, `/gadget-orders/${id}`)
      assert.deepEqual([order.status, order.total, order.makerName], ['ordered', 37.5, 'Stahlwerk Nord'])
      await page.getByRole('link', { name: 'Stahlwerk Nord' }).waitFor()
      await page.getByRole('table', { name: 'Lines' }).getByText('Sheet steel').waitFor()
      await assertAccessible(page, 'a gadget order')
      await visit.picture('gadget-order')
      await page.getByRole('link', { name: 'Gadget orders' }).first().click()
      await page.getByRole('table', { name: 'Gadget orders' }).getByRole('link', { name: order.gadgetNumber }).waitFor()
    })

    test('the dashboard counts it by status, and leads to its list', async () => {
      await using visit = await stage().visit()
      const { page } = visit
      await visit.go('/')
      await page.getByText('Gadget orders by status').waitFor()
      await assertAccessible(page, 'the dashboard with another type of document')
      await visit.picture('gadget-orders-on-the-dashboard')
      await page.locator('a[href="/gadget-orders?status=ordered"]').click()
      await page.getByRole('table', { name: 'Gadget orders' }).waitFor()
    })

    test('its main button takes the step that usually comes next, and its steps and colours follow from its stages', async () => {
      const { kontor } = stage()
      const [maker] = (await kontor.get('/gadget-makers')).body.data
      const [item] = (await kontor.get('/items')).body.data
      const items = [{ item: item.id, quantity: 1 }]
      const order = await create(kontor, '/gadget-orders', { maker: maker.id, items })
      await using visit = await stage().visit()
      const { page } = visit
      const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
      const states = () => steps.evaluateAll((all) => all.map((one) => one.getAttribute('data-stage')))
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await visit.go(`/gadget-orders/${order.id}`)
      await button('Ordered').waitFor()
      assert.deepEqual(await steps.allInnerTexts(), ['Draft', 'Ordered', 'Received'])
      assert.deepEqual(await states(), ['done', 'todo', 'todo'])
      await page.keyboard.press('Control+Enter')
      await statusPill(page, 'Ordered').waitFor()
      await button('Received').waitFor()
      assert.deepEqual(await states(), ['done', 'done', 'todo'])
      await page.getByRole('button', { name: 'More' }).click()
      assert.deepEqual(await page.getByRole('menuitem', { name: /Received/ }).count(), 0)
      await page.getByRole('menuitem', { name: /Cancel gadget order/ }).waitFor()
      await page.keyboard.press('Escape')
      await visit.picture('gadget-order-ordered')
      await button('Received').click()
      await statusPill(page, 'Received').waitFor()
      assert.deepEqual(await states(), ['done', 'done', 'done'])
      assert.equal((await read(kontor, `/gadget-orders/${order.id}`)).status, 'received')
    })

    test('an ordered one is not moved on by the editor, where its notes are changed', async () => {
      const { kontor } = stage()
      const [maker] = (await kontor.get('/gadget-makers')).body.data
      const [item] = (await kontor.get('/items')).body.data
      const items = [{ item: item.id, quantity: 1 }]
      const order = await create(kontor, '/gadget-orders', { maker: maker.id, items })
      await kontor.put(`/gadget-orders/${order.id}/status`, { status: 'ordered' })
      await using visit = await stage().visit()
      const { page } = visit
      await visit.go(`/gadget-orders/${order.id}/edit`)
      await page.getByLabel('Notes').fill('Ring twice.')
      assert.equal(await page.getByRole('button', { name: /Received/ }).count(), 0)
      await page.keyboard.press('Control+s')
      await statusPill(page, 'Ordered').waitFor()
      assert.equal((await read(kontor, `/gadget-orders/${order.id}`)).notes, 'Ring twice.')
    })

    test('it is changed as a draft, moved by its menu, and downloaded as a PDF', async () => {
      const { kontor } = stage()
      const [maker] = (await kontor.get('/gadget-makers')).body.data
      const [item] = (await kontor.get('/items')).body.data
      const order = await create(kontor, '/gadget-orders', {
        maker: maker.id,
        items: [{ item: item.id, quantity: 1 }],
      })
      await using visit = await stage().visit()
      const { page } = visit
      await visit.go(`/gadget-orders/${order.id}/edit`)
      await cell(page, 'Quantity', 1).fill('4')
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: order.gadgetNumber }).waitFor()
      assert.equal((await read(kontor, `/gadget-orders/${order.id}`)).items[0].quantity, 4)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download PDF' }).click(),
      ])
      assert.equal(file.suggestedFilename(), `${order.gadgetNumber}.pdf`)
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
  withGadgetOrders,
)
