import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { createItem } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const boxOf = async (what: Locator) => (await what.boundingBox())!
type Box = Awaited<ReturnType<typeof boxOf>>

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

onStage('Where things are', (stage) => {
  before(async () => {
    for (let made = 0; made < 25; made++)
      await createItem(stage().kontor, { itemCode: `PIN-${made}`, itemName: `Pin ${made}` })
  })

  test('Save is at the same place in the settings as in other forms', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const save = page.getByRole('button', { name: 'Save' })
    await visit.go('/items/new')
    const inForm = await boxOf(save)
    await visit.go('/settings')
    const inSettings = await boxOf(save)
    assert.equal(inSettings.x + inSettings.width, inForm.x + inForm.width)
    assert.ok(Math.abs(inSettings.y - inForm.y) < 40, `${inSettings.y} ${inForm.y}`)
    await page.getByRole('textbox', { name: 'Company name' }).fill('Kurbel & Kette')
    await page.getByRole('textbox', { name: 'Company name' }).press('Enter')
    await page.getByText('The settings were saved.').waitFor()
    await page.getByRole('textbox', { name: 'Company name' }).fill('Kette & Kurbel')
    await page.getByText('The settings were saved.').waitFor({ state: 'hidden' }) // it goes by itself
    await save.click()
    await page.getByText('The settings were saved.').waitFor()
    await assertAccessible(page, 'settings')
    await visit.picture('settings-save')
  })

  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ])
    test(`a message covers neither the page numbers nor the totals (${viewport.width} × ${viewport.height})`, async () => {
      await using visit = await stage().visit({ viewport })
      const { page } = visit
      await visit.go('/items')
      const range = page.getByRole('status').filter({ hasText: ' of ' })
      await range.waitFor()
      await page.getByRole('button', { name: 'More actions for this list' }).click()
      await page.context().grantPermissions(['clipboard-write'])
      await page.getByRole('menuitem', { name: 'Copy as API call' }).click()
      const toast = page.getByRole('alert').filter({ hasText: 'clipboard' })
      await toast.waitFor()
      const shown = await boxOf(toast) // at once: it goes by itself
      await visit.picture(`toast-${viewport.width}`)
      await range.scrollIntoViewIfNeeded()
      assert.equal(overlaps(shown, await boxOf(range)), false)
      assert.equal(overlaps(shown, await boxOf(page.getByRole('button', { name: 'Page 2' }))), false)
    })

  test('keys have their German names in German', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.evaluate(`localStorage.setItem('kontor.language', 'de')`)
    await visit.go('/sales-orders/new')
    await page.getByRole('button', { name: 'Speichern' }).waitFor()
    for (const name of ['Strg', 'Eingabe', 'Entf'])
      await page.locator('kbd').getByText(name, { exact: true }).first().waitFor()
    assert.equal(
      await page
        .locator('kbd')
        .getByText(/^(Ctrl|Enter|Del)$/)
        .count(),
      0,
    )
    await visit.go('/items/new')
    await page.getByRole('button', { name: 'Speichern' }).waitFor()
    await page.getByRole('button', { name: /^Konto von/ }).click()
    await page.getByRole('menuitem', { name: 'Tastenkürzel' }).click()
    await page.getByRole('dialog').getByText('Strg').first().waitFor()
  })

  test('a filter editor that cannot be loaded leaves the list as it is, and can be tried again', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items?search=Pin')
    await page.getByRole('status').getByText('1–20 of 25').waitFor()
    await page.route(/filter-editor-/, (route) => route.abort('internetdisconnected'))
    // Else the page would be loaded anew, because the server might have been updated; it never is twice within a minute.
    await page.evaluate(`sessionStorage.setItem('kontor.reloaded-at', String(Date.now()))`)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Item name' }).click()
    const message = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' })
    await message.waitFor()
    assert.equal(await page.getByRole('searchbox', { name: 'Search items' }).inputValue(), 'Pin')
    await page.getByRole('status').getByText('1–20 of 25').waitFor()
    await visit.picture('part-not-loaded')
    await page.unroute(/filter-editor-/)
    await message.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('textbox', { name: 'Value' }).waitFor()
  })
})
