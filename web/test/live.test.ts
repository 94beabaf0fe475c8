import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createItem, read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Visit } from './support/browser.ts'

const FORM = 'changed elsewhere while you are editing it'
const VIEW = 'This record was changed elsewhere.'

onStage('What changes elsewhere', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let item: any
  before(async () => {
    item = await createItem(stage().kontor, { itemCode: 'BOLT', itemName: 'Bolt', description: 'Short' })
  })

  /** The page begins to follow some seconds after it was loaded. */
  const following = async ({ page, go }: Visit, path: string): Promise<void> => {
    const waits = page.waitForRequest((request) => /\/events\?.*wait=25/.test(request.url()), { timeout: 60_000 })
    await go(path)
    await waits
  }
  const rename = async (itemName: string) => {
    const { status, text } = await stage().kontor.put(`/items/${item.id}`, { itemName })
    assert.equal(status, 200, text)
  }
  /** By a link, so that the page is not loaded anew. */
  const openItem = (page: Page) => page.getByRole('link', { name: 'BOLT' }).first().click()

  test('is shown in an open list, in an open record, and beside a form whose input stays and is merged', async () => {
    await using visit = await stage().visit({ isLive: true })
    const { page } = visit
    await following(visit, '/items')
    await createItem(stage().kontor, { itemCode: 'NEW-1', itemName: 'New elsewhere' })
    await page.getByText('New elsewhere').waitFor()
    await page.getByText('One record on this page was changed elsewhere.').waitFor({ state: 'attached' })
    await assertAccessible(page, 'live list')
    await visit.picture('live-list')

    await openItem(page)
    await page.getByRole('heading', { name: 'Bolt' }).waitFor()
    await rename('Longer bolt')
    await page.getByRole('heading', { name: 'Longer bolt' }).waitFor()
    await page.getByText(VIEW).waitFor()
    await visit.picture('live-record')

    await page.keyboard.press('e')
    await page.getByLabel('Description').fill('Typed while it changed')
    assert.equal(await page.getByText(VIEW).count(), 0)
    await rename('Longest bolt')
    await page.getByText(FORM).waitFor()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Typed while it changed')
    await assertAccessible(page, 'live form')
    await visit.picture('live-form')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Longest bolt' }).waitFor()
    const { itemName, description } = await read(stage().kontor, `/items/${item.id}`)
    assert.deepEqual([itemName, description], ['Longest bolt', 'Typed while it changed'])
    assert.equal(await page.getByText(VIEW).count(), 0, 'the own change is not called one from elsewhere')
  })

  test('is not asked for after signing out', async () => {
    await using visit = await stage().visit({ isLive: true })
    const { page } = visit
    await following(visit, '/items')
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/events') && asked.push(request.url()))
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await createItem(stage().kontor)
    await page.waitForTimeout(1000)
    assert.deepEqual(asked, [])
  })
})
