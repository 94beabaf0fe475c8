import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { onStage } from './support/browser.ts'

onStage('The dashboard', (stage) => {
  before(async () => {
    const { kontor } = stage()
    const customer = (await kontor.post('/customers', { name: 'Nordlicht', paymentTerms: 'Due on receipt' })).body.data
      .id
    const bolt = { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 10, costPrice: 4, reorderLevel: 5 }
    const item = (await kontor.post('/items', bolt)).body.data.id
    const order = await kontor.post('/sales-orders', { customer, items: [{ item, quantity: 3 }] })
    await kontor.post('/invoices/from-order', { salesOrder: order.body.data.id })
  })

  test('shows figures of the server, and each leads to the records behind it', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.getByRole('region', { name: 'Low stock' }).getByText('Bolt').waitFor()
    await page.getByText('vs. before').or(page.getByText('Nothing in the time before')).waitFor()
    await page.getByRole('link', { name: 'Open orders' }).click()
    await page.getByRole('heading', { name: 'Sales orders' }).waitFor()
    assert.match(page.url(), /\/sales-orders\?status\[in\]=submitted,on_hold/)
    await page.goBack()
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('Year').click()
    await page.waitForURL(/period=year/)
  })

  test('shows nothing that its reader may not read', async () => {
    const { kontor } = stage()
    await kontor.post('/roles', { name: 'storekeeper', permissions: { items: { can: ['read'] } } })
    const { email } = await addUser(kontor.engine, 'storekeeper')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    await visit.go('/')
    await page.getByRole('region', { name: 'Low stock' }).getByText('Bolt').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Revenue' }).count(), 0)
    assert.equal(await page.getByRole('region', { name: 'Recent orders' }).count(), 0)
  })
})
