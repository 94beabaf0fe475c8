import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, signedIn } from '../../server/test/support/people.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

onStage('A record', (stage) => {
  const newItem = async (itemCode: string, itemName: string) =>
    (await stage().kontor.post('/items', { itemCode, itemName, sellingPrice: 10 })).body.data as { id: string }

  test('is created by a form; faults from the server are shown at their fields, and the first one has the focus', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items/new')
    await page.getByLabel('Item code').waitFor()
    await page.getByLabel('Selling price').fill('-1')
    await page.keyboard.press('Control+s')
    await page.getByText('The number cannot be negative').waitFor()
    await page.getByLabel('Selling price').fill('0.42')
    await page.keyboard.press('Control+s')
    await page.getByText('Item code is required.').waitFor()
    await page.getByText('Item name is required.').waitFor()
    await page.getByRole('alert').getByText('2 fields need your attention').waitFor()
    assert.equal(await page.evaluate('document.activeElement.dataset.path'), 'itemCode')
    await assertAccessible(page, 'form with faults')
    await visit.picture('item-faults')
    await page.keyboard.type('HEX-1')
    await page.getByLabel('Item name').fill('Hexagon bolt')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Hexagon bolt' }).waitFor()
    await page.getByText('Hexagon bolt was created.').waitFor()
    await assertAccessible(page, 'record')
    const { body } = await stage().kontor.get('/items?itemCode=HEX-1')
    assert.equal(body.data[0].sellingPrice, 0.42)
  })

  test('is changed, and the change is undone by one click', async () => {
    const { id } = await newItem('UNDO-1', 'Before')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/items/${id}`)
    await page.getByRole('heading', { name: 'Before' }).waitFor()
    await page.keyboard.press('e')
    await page.getByLabel('Item name').fill('After')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'After' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Before' }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Created').waitFor()
    assert.equal(await page.getByText('Changed', { exact: true }).count(), 2)
    await assertAccessible(page, 'history')
  })

  test('that another user saved meanwhile is merged; a field that both changed is chosen', async () => {
    const { id } = await newItem('TWO-1', 'Ours')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/items/${id}/edit`)
    await page.getByLabel('Item name').fill('Mine')
    await stage().kontor.put(`/items/${id}`, { itemName: 'Theirs', category: 'New' })
    await page.getByRole('button', { name: 'Save' }).click()
    const window = page.getByRole('dialog', { name: 'Choose which changes to keep' })
    await window.getByRole('radio', { name: /Theirs$/ }).waitFor()
    await assertAccessible(page, 'conflict in a plain form')
    await window.getByRole('radio', { name: 'Yours Mine' }).check()
    await window.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Mine' }).waitFor()
    const { body } = await stage().kontor.get(`/items/${id}`)
    assert.equal(body.data.category, 'New')
  })

  test('asks before unsaved changes are lost', async () => {
    const { id } = await newItem('LEAVE-1', 'Stays')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/items/${id}/edit`)
    await page.getByLabel('Item name').fill('Half done')
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await page.getByLabel('Item name').inputValue(), 'Half done')
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Customers' }).waitFor()
  })

  test('is deleted after a confirmation', async () => {
    const { id } = await newItem('GONE-1', 'Short-lived')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/items/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Short-lived was deleted.').waitFor()
    assert.equal((await stage().kontor.get(`/items/${id}`)).status, 404)
    await visit.go(`/items/${id}`)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
  })

  test('is shown to a viewer without buttons that need a right; the address of the form shows a refusal', async () => {
    const { id } = await newItem('SEEN-1', 'Only to look at')
    const { email } = await signedIn(stage().kontor, 'viewer')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    await visit.go(`/items/${id}`)
    await page.getByRole('heading', { name: 'Only to look at' }).waitFor()
    for (const name of ['Edit', 'Create', 'Save'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    assert.equal(await page.getByRole('link', { name: 'Users' }).count(), 0)
    await visit.go('/items/new')
    await page.getByText('The role “viewer” may not create items.').waitFor()
    await visit.go('/users')
    await page.getByRole('heading', { name: 'You may not do this' }).waitFor()
    await assertAccessible(page, 'refused')
  })
})
