import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const TABLE =
  'Item code;Item name;Selling price;Colour\nBOLT-1;Bolt one;1,50;grey\nBOLT-2;;2;grey\nBOLT-3;Bolt three;3;grey\n'

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
})
