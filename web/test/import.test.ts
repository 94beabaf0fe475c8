import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { readSheet } from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'
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

  test('of an Excel file is checked and run; a file of another type is refused before it is sent', async () => {
    await using visit = await stage().visit({ locale: 'de-DE' })
    const { page } = visit
    await visit.go('/imports/new')
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('picture') })
    await page.getByText('Diese Datei kann nicht importiert werden.').waitFor()
    const workbook = await writeExcelFile([
      ['Artikelnummer', 'Bezeichnung', 'Verkaufspreis'],
      ['EXCEL-1', 'Schraube', 1.5],
      ['007', '=1+1', 2],
    ]).toBuffer()
    // Some systems know no type for it.
    await input.setInputFiles({ name: 'Artikel.XLSX', mimeType: '', buffer: workbook })
    await page.getByRole('button', { name: '2 Zeilen importieren' }).click()
    await page.getByRole('link', { name: 'Datensätze anzeigen' }).click()
    await page.getByRole('table', { name: 'Artikel' }).getByText('=1+1').waitFor()
    const { data } = (await stage().kontor.get('/items?itemCode[in]=007,EXCEL-1&sort=itemCode&order=asc')).body
    assert.deepEqual(
      data.map(({ sellingPrice }: { sellingPrice: number }) => sellingPrice),
      [2, 1.5],
    )
  })

  test('shows what would change, what is not imported, and the value of a refused cell, before it is run', async () => {
    const { kontor } = stage()
    await createItem(kontor, { itemCode: 'CAS-1111', itemName: 'Kassette', sellingPrice: 64.9 })
    const workbook = await writeExcelFile([
      ['Artikelnummer', 'Bezeichnung', 'Verkaufspreis', 'Steuersatz', 'Lagerort'],
      ['CAS-1111', 'Kassette', '66,90', '19%', 'A1'],
      ['CAS-2222', 'Kurbel', '1.250,50', '19%', 'A2'],
      ['CAS-1111', 'Kassette', '59,90', '19%', 'A3'],
      ['CAS-3333', 'Kette', 'viel', '', 'A4'],
    ]).toBuffer()
    await using visit = await stage().visit({ locale: 'de-DE' })
    const { page } = visit
    await visit.go('/imports/new')
    await page.locator('input[type=file]').setInputFiles({ name: 'artikel.xlsx', mimeType: '', buffer: workbook })
    await page.getByText('Nicht importiert: Lagerort').waitFor()
    const changes = page.getByRole('region', { name: 'Würden geändert' })
    await changes.getByRole('row', { name: /CAS-1111.*Verkaufspreis.*64,90.*66,90/ }).waitFor()
    const faults = page.getByRole('region', { name: 'Zeilen mit Fehlern' })
    await faults.getByRole('row', { name: /^4 .*CAS-1111.*Zeile 2 hat denselben Wert von Artikelnummer/ }).waitFor()
    await faults.getByRole('row', { name: /^5 .*viel/ }).waitFor()
    await assertAccessible(page, 'import, changes')
    await visit.picture('import-changes')
    const download = page.waitForEvent('download')
    await faults.getByRole('button', { name: 'Diese Zeilen herunterladen' }).click()
    const rows = await readSheet(await (await download).path())
    assert.deepEqual(rows[0], ['Artikelnummer', 'Bezeichnung', 'Verkaufspreis', 'Steuersatz', 'Lagerort', 'error'])
    assert.deepEqual(rows[2]!.slice(0, 3), ['CAS-3333', 'Kette', 'viel'])
    await page.getByRole('button', { name: '2 Zeilen importieren' }).click()
    await page.getByRole('link', { name: 'Datensätze anzeigen' }).waitFor()
    const { data } = (await kontor.get('/items?itemCode[in]=CAS-1111,CAS-2222&sort=itemCode&order=asc')).body
    assert.deepEqual(
      data.map(({ sellingPrice, taxRate }: { sellingPrice: number; taxRate: number }) => [sellingPrice, taxRate]),
      [
        [66.9, 19],
        [1250.5, 19],
      ],
    )
  })

  test('of orders reads rows with the same id as lines, and names customers and items by their keys', async () => {
    const { kontor } = stage()
    await createItem(kontor, { itemCode: 'NUT-1', sellingPrice: 2 })
    await createItem(kontor, { itemCode: 'NUT-2', sellingPrice: 3 })
    await createCustomer(kontor, { externalIds: { shop: 'c-1' } })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/imports/new')
    await page.getByRole('combobox', { name: 'Type of records' }).click()
    await page.getByRole('option', { name: 'Sales orders' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(ORDERS) })
    await page.getByRole('button', { name: 'Import 3 rows' }).waitFor()
    const mapping = page.getByRole('region', { name: 'Columns' })
    await assertAccessible(page, 'import of orders, checked')
    const chosen = (column: string) =>
      mapping.getByRole('combobox', { name: `Field for ${column}`, exact: true }).inputValue()
    assert.equal(await chosen('items.itemCode'), 'Lines: Item: Item code')
    assert.equal(await chosen('externalIds.shop'), 'External ids: shop')
    await visit.picture('import-orders')
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
