import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Stage } from './support/browser.ts'

const shown = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const count = async ({ kontor }: Stage, query: string) => (await kontor.get(query)).body.meta.total

onStage('Several at once', (stage) => {
  const made: { customers: { id: string; name: string }[]; item: string } = { customers: [], item: '' }

  before(async () => {
    const { kontor } = stage()
    const create = async (path: string, input: object) => (await kontor.post(path, input)).body.data
    made.item = (await create('/items', { itemCode: 'PIN-1', itemName: 'Pin one', sellingPrice: 2 })).id
    await create('/items', { itemCode: 'PIN-2', itemName: 'Pin two' })
    await create('/items', { itemCode: 'PIN-3', itemName: 'Pin three', isActive: false })
    for (const name of ['Anna', 'Bruno', 'Carla']) {
      const customer = await create('/customers', { name, paymentTerms: 'Due on receipt' })
      made.customers.push(customer)
      const order = { customer: customer.id, items: [{ item: made.item, quantity: 1 }] }
      const { id } = await create('/sales-orders', order)
      await kontor.put(`/sales-orders/${id}/status`, { status: 'submitted' })
    }
  })

  test('customers are a filter together, and its chip names them', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/sales-orders')
    await shown(page, '1–3 of 3')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Customer', exact: true }).click()
    for (const name of ['Anna', 'Carla']) {
      await page.getByRole('combobox', { name: 'Customer' }).fill(name)
      await page.getByRole('option', { name }).click()
    }
    await assertAccessible(page, 'several customers')
    await page.getByRole('button', { name: 'Apply' }).click()
    await shown(page, '1–2 of 2')
    await page.getByRole('button', { name: 'Customer: Anna, Carla' }).waitFor()
    const [anna, , carla] = made.customers
    assert.ok(decodeURIComponent(page.url()).endsWith(`customer[in]=${anna!.id},${carla!.id}`), page.url())
  })

  test('are set inactive and back; one that was so before stays so', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items')
    await shown(page, '1–3 of 3')
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: 'Active…' }).click()
    await page.getByRole('menuitem', { name: 'Set inactive' }).click()
    await page.getByText('2 records changed, 1 unchanged.').waitFor()
    assert.equal(await count(stage(), '/items?isActive=false'), 3)
    const undone = page.waitForResponse((answer) => answer.url().endsWith('/items/bulk'))
    await page.getByRole('button', { name: 'Undo' }).click()
    await undone
    assert.deepEqual(
      (await stage().kontor.get('/items?isActive=false')).body.data.map((item: { itemCode: string }) => item.itemCode),
      ['PIN-3'],
    )
  })

  test('orders are put on hold and back, and cancelled only after a question', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const choose = async (status: string) => {
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
      await page.getByRole('button', { name: 'Set status' }).click()
      await page.getByRole('menuitem', { name: status, exact: true }).click()
    }
    await visit.go('/sales-orders?status=submitted')
    await shown(page, '1–3 of 3')
    await choose('On hold')
    await page.getByText('3 records changed.').waitFor()
    assert.equal(await count(stage(), '/sales-orders?status=on_hold'), 3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await shown(page, '1–3 of 3')
    assert.equal(await count(stage(), '/sales-orders?status=submitted'), 3)
    await choose('Cancelled')
    await page
      .getByRole('dialog', { name: 'Cancel 3 sales orders?' })
      .getByRole('button', { name: 'Keep them' })
      .click()
    assert.equal(await count(stage(), '/sales-orders?status=cancelled'), 0)
  })

  test('a card on a telephone shows what a row would: how late an invoice is', async () => {
    const { kontor } = stage()
    const [customer] = made.customers
    await kontor.post('/invoices', {
      customer: customer!.id,
      invoiceDate: '2026-01-01',
      dueDate: '2026-01-02',
      items: [{ item: made.item, quantity: 1 }],
    })
    await using visit = await stage().visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const { page } = visit
    await visit.go('/invoices')
    await page
      .getByRole('listitem')
      .getByText(/^\d+ days$/)
      .waitFor()
    await assertAccessible(page, 'card of a late invoice')
  })
})
