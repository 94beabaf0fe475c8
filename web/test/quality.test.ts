import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'
import { withoutLongTimers } from './support/first-load.ts'

const dist = join(import.meta.dirname, '../dist')
const BUDGET_BYTES = 320 * 1024

/** What a file costs that is sent with gzip. */
function sentSize(path: string): number {
  const file = join(dist, path)
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
}

onStage('The interface as a whole', (stage) => {
  for (const address of ['/', '/items', '/items/new', '/customers', '/users', '/settings']) {
    test(`the first load of ${address} costs at most 320 kB`, async () => {
      await using visit = await stage().visit()
      const { page } = visit
      await visit.page.goto('about:blank') // what the page before was still fetching does not count
      const files = new Set<string>()
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (/^\/assets\/.*\.(js|css|svg)$/.test(pathname)) files.add(pathname)
      })
      await page.addInitScript(withoutLongTimers)
      await visit.go(address)
      await page.locator('main h1').waitFor()
      await page.waitForLoadState('networkidle')
      const total = [...files].reduce((sum, path) => sum + sentSize(path), 0)
      assert.ok(total <= BUDGET_BYTES, `${address} costs ${(total / 1024).toFixed(1)} kB in ${files.size} files`)
    })
  }

  test('an unknown address shows a page that says so', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/nowhere')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await visit.go('/items/itm_nothing')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
  })

  test('everything can be reached by keyboard: palette, shortcuts, navigation and creation', async () => {
    await stage().kontor.post('/items', { itemCode: 'FIND-ME', itemName: 'Findable thing' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
    await page.getByRole('region', { name: 'Recent orders' }).waitFor() // by then, the keys are listened to
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { name: 'Items' }).waitFor()
    await page.keyboard.press('/')
    await page.getByPlaceholder('Search records, pages and actions…').fill('findable')
    await page.getByRole('button', { name: /Findable thing/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Findable thing' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await assertAccessible(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('c')
    await page.getByRole('menuitem', { name: 'Item', exact: true }).click()
    await page.getByRole('heading', { name: 'New item' }).waitFor()
  })

  test('the first Tab focuses the link that skips the navigation', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items')
    await page.getByRole('heading', { name: 'Items' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'main')
  })

  test('light, dark, density and language are stored', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByText('Dark', { exact: true }).click()
    await page.getByText('Comfortable', { exact: true }).click()
    await page.getByText('Deutsch', { exact: true }).click()
    const link = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Artikel' })
    await link.waitFor()
    await page.reload()
    await link.waitFor()
    await page.locator('html[data-mantine-color-scheme=dark][data-density=comfortable][lang=de]').waitFor()
  })

  test('a lost connection is reported, and so is its return', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items')
    await page.getByRole('searchbox', { name: 'Search items' }).waitFor() // all that a list needs is there
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'hidden' })
  })

  test('a failed prefetch does no harm', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await page.route(/palette-/, (route) => route.abort('internetdisconnected'))
    const isTried = () => page.waitForEvent('requestfailed', (request) => /palette-/.test(request.url()))
    const first = isTried()
    await visit.go('/items')
    await first
    await isTried() // once more after the page has been loaded anew: the server might have been updated
    await page.getByRole('searchbox', { name: 'Search items' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByRole('searchbox', { name: 'Search items' }).isVisible(), true)
  })

  test('a user menu whose choices cannot be loaded keeps what was typed into the page', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await page.route(/appearance-choices-/, (route) => route.abort('internetdisconnected'))
    await visit.go('/items/new')
    await page.getByRole('textbox', { name: 'Item name' }).fill('Half an item')
    await page.context().setOffline(true) // online, the page would be loaded anew: the server might have been updated
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('textbox', { name: 'Item name' }).inputValue(), 'Half an item')
    await page.context().setOffline(false)
  })
})
