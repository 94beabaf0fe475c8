import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillCompany } from './support/addresses.ts'
import { onStage } from './support/browser.ts'

/** As wide as a sheet of A4 between its margins. */
const PAPER = { width: 688, height: 1000 }

onStage('On paper', (stage) => {
  test('is what was looked at, in black on white, without what only a screen can use', async () => {
    const { kontor } = stage()
    await fillCompany(kontor)
    const newest = async (path: string) => `${path}/${(await kontor.get(`${path}?perPage=1`)).body.data[0].id}`
    await using visit = await stage().visit({ colorScheme: 'dark' })
    const { page } = visit
    for (const address of ['/', '/items', await newest('/sales-orders'), await newest('/invoices')]) {
      await visit.go(address)
      await page.locator('main h1').waitFor()
      await page.waitForLoadState('networkidle')
      await page.setViewportSize(PAPER)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      assert.equal(await page.locator('main h1').isVisible(), true, `${address}: the title`)
      for (const part of ['nav', '.mantine-AppShell-header', 'main button:not(table *)', 'main [role=tablist]'])
        assert.equal(await page.locator(part).filter({ visible: true }).count(), 0, `${address}: ${part}`)
      const colours = 'getComputedStyle(document.querySelector("main h1")).color'
      assert.equal(await page.evaluate(colours), 'rgb(0, 0, 0)', address)
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      assert.ok(width <= PAPER.width, `${address} is ${width} pixels wide on paper`)
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })
})
