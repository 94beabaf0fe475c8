import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { signedIn } from '../../server/test/support/people.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const shown = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const openViews = (page: Page) => page.getByRole('button', { name: 'Views' }).click()

onStage('A saved view', (stage) => {
  before(async () => {
    for (const [itemCode, category] of [
      ['NUT-1', 'Odd'],
      ['NUT-2', 'Even'],
      ['NUT-3', 'Odd'],
    ])
      await stage().kontor.post('/items', { itemCode, itemName: `Nut ${itemCode}`, category })
  })

  test('that is the default of a list is shown if the address has no query; the full list is one click away', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items?category=Odd')
    await openViews(page)
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Odd ones')
    await page.getByRole('switch', { name: 'Use as default view' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('View “Odd ones” is saved.').waitFor()
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('link', { name: 'Items' }).click()
    await shown(page, '1–2 of 2')
    assert.match(page.url(), /\/items\?category=Odd$/)
    await page.getByRole('button', { name: 'Views: Odd ones' }).click()
    await assertAccessible(page, 'views open')
    await page.getByRole('menuitem', { name: 'All items' }).click()
    await shown(page, '1–3 of 3')
    await page.reload()
    await shown(page, '1–3 of 3')
    await page.getByRole('link', { name: 'Items' }).click()
    await shown(page, '1–2 of 2')
    await page.getByRole('button', { name: 'Remove filter Category' }).click()
    await shown(page, '1–3 of 3')
    await openViews(page)
    await page.getByRole('menuitemcheckbox', { name: 'Use Odd ones as default view', checked: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Use Odd ones as default view', checked: false }).waitFor()
    await visit.go('/items')
    await shown(page, '1–3 of 3')
    assert.match(page.url(), /\/items$/)
  })

  test('belongs to one user: the defaults of other users do not change', async () => {
    const view = { name: 'Even ones', resource: 'items', query: 'category=Even', isShared: true, isDefault: true }
    const { token } = await signedIn(stage().kontor, 'admin')
    const { status } = await stage().kontor.post('/views', view, { token })
    assert.equal(status, 201)
    await using visit = await stage().visit()
    await visit.go('/items')
    await shown(visit.page, '1–3 of 3')
  })

  test('that was deleted by mistake is restored', async () => {
    const { kontor } = stage()
    await kontor.post('/views', {
      name: 'By price',
      resource: 'items',
      query: 'sort=sellingPrice',
      columns: ['itemCode'],
    })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items')
    await openViews(page)
    await page.getByRole('menuitem', { name: 'Delete view By price' }).click()
    await page.getByText('View “By price” was deleted.').waitFor()
    assert.equal((await kontor.get('/views?name=By price')).body.meta.total, 0)
    const back = page.waitForResponse((answer) => answer.url().endsWith('/views') && answer.status() === 201)
    await page.getByRole('button', { name: 'Undo' }).click()
    await back
    const [view] = (await kontor.get('/views?name=By price')).body.data
    assert.deepEqual([view.query, view.columns, view.resource], ['sort=sellingPrice', ['itemCode'], 'items'])
  })
})
