import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createCustomer, createItem } from '../../server/test/support/records.ts'
import { createOrder, submit } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const ORDERS = 21

onStage('The figures of a list', (stage) => {
  before(async () => {
    const { kontor } = stage()
    const [north, south] = [
      await createCustomer(kontor, { name: 'North' }),
      await createCustomer(kontor, { name: 'South' }),
    ]
    const item = await createItem(kontor, { sellingPrice: 10, taxRate: 0 })
    for (let count = 1; count < ORDERS; count++) await createOrder(kontor, [item], { customer: north })
    await submit(kontor, await createOrder(kontor, [item], { customer: south }))
    const { id } = await createOrder(kontor, [item], { customer: north })
    await kontor.put(`/sales-orders/${id}/status`, { status: 'cancelled' })
  })

  test('tabs show how many records have each status, and the last row the sum of all, within the filters', async () => {
    await using visit = await stage().visit({ viewport: { width: 1280, height: 720 } })
    const { page } = visit
    await visit.go('/sales-orders')
    await page.getByRole('tab', { name: 'Draft 20' }).waitFor()
    await page.getByRole('tab', { name: 'Submitted 1' }).waitFor()
    const last = page.getByRole('table', { name: 'Sales orders' }).locator('tfoot')
    await last.getByText('€210.00').waitFor() // one more than the page shows
    await visit.picture('list-totals')
    await assertAccessible(page, 'list with sums')
    await page.getByRole('searchbox', { name: 'Search sales orders' }).fill('South')
    await page.getByRole('tab', { name: 'Draft 0' }).waitFor()
    await last.getByText('€10.00').waitFor()
    await last.getByText('Total of 1 record', { exact: true }).waitFor()
  })

  test('the last row leaves out cancelled records, and says so, also on paper', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/sales-orders')
    const last = page.getByRole('table', { name: 'Sales orders' }).locator('tfoot')
    await last.getByText('Total of 21 records, without 1 cancelled').waitFor()
    await last.getByText('€210.00').waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.equal(await last.getByText('Total of 21 records, without 1 cancelled').isVisible(), true)
    const figures = page.locator('td[data-numeric]')
    const wraps = await figures.evaluateAll((cells) =>
      cells.map(
        (cell) =>
          (globalThis as unknown as { getComputedStyle(one: unknown): { whiteSpace: string } }).getComputedStyle(cell)
            .whiteSpace,
      ),
    )
    assert.deepEqual([...new Set(wraps)], ['nowrap'])
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('tab', { name: 'Cancelled 1' }).click()
    await last.getByText('Total of 1 record', { exact: true }).waitFor()
  })

  test('the views "To deliver" and "To invoice" need not be saved, and cannot be deleted', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/sales-orders')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'To deliver', exact: true }).waitFor()
    await page.getByRole('menuitem', { name: 'To invoice', exact: true }).click()
    await page.getByRole('button', { name: 'Views: To invoice' }).waitFor()
    await page.getByRole('status').getByText('1–1 of 1', { exact: true }).waitFor()
    await page.getByRole('cell', { name: 'South' }).waitFor()
  })

  test('on a phone the sums follow the cards', async () => {
    await using visit = await stage().visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const { page } = visit
    await visit.go('/sales-orders')
    await page.getByText('Total of 21 records, without 1 cancelled').scrollIntoViewIfNeeded()
    await page.getByText('€210.00').waitFor()
    await visit.picture('list-totals-phone')
    await assertAccessible(page, 'cards with sums')
  })
})
