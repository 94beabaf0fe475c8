import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createCustomer, createItem } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const TABLE =
  'Item code;Item name;Selling price;Colour\nBOLT-1;Bolt one;1,50;grey\nBOLT-2;;2;grey\nBOLT-3;Bolt three;3;grey\n'

const ORDERS = `externalIds.shop,customer.externalIds.shop,orderDate,items.itemCode,items.quantity
o-1,c-1,2026-03-01,NUT-1,1
o-1,c-1,2026-03-01,NUT-2,2
o-2,c-1,2026-03-02,NUT-1,1
`

onStage('An import', (stage) => {
  test('is mapped, checked with its errors shown, run, and its failed rows come back to be mended', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/imports/new')
    await page.getByRole('heading', { name: 'Import from a table' }).waitFor()
    await assertAccessible(page, 'import, upload')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) })
    const faults = page.getByRole('region', { name: 'Rows with errors' })
    await faults.getByText('Item name is required.').waitFor()
    await assertAccessible(page, 'import, checked')
    assert.equal((await stage().kontor.get('/items')).body.meta.total, 0)
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByRole('link', { name: 'Show the records' }).waitFor()
    const download = page.waitForEvent('download')
    await faults.getByRole('button', { name: 'Download these rows' }).click()
    assert.match(await readFile(await (await download).path(), 'utf8'), /BOLT-2[\s\S]*Item name is required/)
    await page.getByRole('link', { name: 'Show the records' }).click()
    await page.getByRole('table', { name: 'Items' }).getByText('BOLT-3').waitFor()
    assert.equal((await stage().kontor.get('/items')).body.meta.total, 2)
  })

  test('of the same file again changes nothing', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/imports/new')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) })
    await page.getByRole('region', { name: 'Rows with errors' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Import/ }).isDisabled(), true)
  })

  test('of orders reads rows with the same id as lines, and names customers and items by their keys', async () => {
    const { kontor } = stage()
    await createItem(kontor, { itemCode: 'NUT-1', sellingPrice: 2 })
    await createItem(kontor, { itemCode: 'NUT-2', sellingPrice: 3 })
    await createCustomer(kontor, { externalIds: { shop: 'c-1' } })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/imports/new')
    await page.getByRole('combobox', { name: 'What the rows are' }).click()
    await page.getByRole('option', { name: 'Sales orders' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(ORDERS) })
    await page.getByRole('button', { name: 'Import 3 rows' }).waitFor()
    const mapping = page.getByRole('region', { name: 'Columns' })
    await assertAccessible(page, 'import of orders, checked')
    const chosen = (column: string) => mapping.getByRole('combobox', { name: column }).inputValue()
    assert.equal(await chosen('items.itemCode'), 'Items: Item: Item code')
    assert.equal(await chosen('externalIds.shop'), 'External ids: shop')
    await visit.picture?.('import-orders')
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await page.getByRole('link', { name: 'Show the records' }).waitFor()
    const { data } = (await kontor.get('/sales-orders?sort=orderDate&order=asc')).body
    assert.deepEqual(
      data.map(({ externalIds, total }: { externalIds: object; total: number }) => [externalIds, total]),
      [
        [{ shop: 'o-1' }, 8],
        [{ shop: 'o-2' }, 2],
      ],
    )
  })
})
