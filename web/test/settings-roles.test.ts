import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createItem } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const PASSWORD = 'quite a long one 42'

async function save(page: Page, heading: string): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
}

onStage('A custom role', (stage) => {
  before(() => createItem(stage().kontor, { itemName: 'Anvil', costPrice: 7, sellingPrice: 11 }))

  test('is edited in the matrix, and users who have it do not see fields that it hides', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/roles/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('counter')
    await page.getByRole('checkbox', { name: 'Items: Change' }).check()
    assert.ok(await page.getByRole('checkbox', { name: 'Items: See' }).isChecked(), 'who changes must see')
    assert.equal(await page.getByRole('checkbox', { name: 'Items: Submit' }).count(), 0, 'items are not submitted')
    await page.getByRole('button', { name: /^Items: Fields/ }).click()
    const fields = page.getByRole('dialog', { name: 'Fields of items' })
    await fields.getByRole('radiogroup', { name: 'Cost price' }).getByText('Hidden').click()
    await fields.getByRole('radiogroup', { name: 'Item name' }).getByText('Read-only').click()
    await assertAccessible(page, 'fields of a role')
    await fields.getByRole('button', { name: 'Done' }).click()
    await page.getByText('1 hidden, 1 read-only').waitFor()
    await assertAccessible(page, 'matrix')
    await visit.picture('role-matrix')
    await save(page, 'counter')
    await page.getByText('Cost price').waitFor()
    await assertAccessible(page, 'role')

    await visit.go('/users/new')
    await page.getByLabel('E-mail').fill('carla@people.example')
    await page.getByRole('textbox', { name: 'Name' }).fill('Carla')
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'counter' }).click()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await assertAccessible(page, 'new user')
    await save(page, 'Carla')

    await using other = await stage().visit({ as: { email: 'carla@people.example', password: PASSWORD } })
    await other.go('/items')
    await other.page.getByRole('link', { name: /CODE/ }).waitFor()
    await other.page.getByRole('button', { name: 'Columns' }).click()
    await other.page.getByText('Selling price').first().waitFor()
    assert.equal(await other.page.getByText('Cost price').count(), 0)
    await other.page.keyboard.press('Escape')
    await other.page.getByRole('link', { name: /CODE/ }).click()
    await other.page.getByRole('heading', { name: 'Anvil' }).waitFor()
    assert.equal(await other.page.getByText('Cost price').count(), 0)
    assert.equal(await other.page.getByRole('link', { name: 'Customers' }).count(), 0, 'nor a way to what is closed')
  })

  test('starts as a copy of a shipped role, of which only the second factor can be changed', async () => {
    const { body } = await stage().kontor.get('/roles?name=sales')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/roles/${body.data[0].id}`)
    await page.getByText('Came with Kontor').waitFor()
    await page.getByRole('link', { name: 'Edit' }).click()
    const days = page.getByLabel('Days to set up the second factor')
    await days.waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).count(), 0)
    assert.ok(await days.isDisabled())
    await page.getByLabel('Requires a second factor').check()
    await days.fill('30')
    await assertAccessible(page, 'second factor of a role')
    await visit.picture('role-second-factor')
    await save(page, 'sales')
    await page.getByRole('button', { name: 'Clone' }).click()
    await page.getByLabel('Name of the new role').fill('senior sales')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Edit senior sales' }).waitFor()
    assert.ok(await page.getByRole('checkbox', { name: 'Sales orders: Own only' }).isChecked())
    await page.getByRole('checkbox', { name: 'Sales orders: Own only' }).uncheck()
    await save(page, 'senior sales')
    const [cloned] = (await stage().kontor.get('/roles?name=senior%20sales')).body.data
    const { permissions, requiresSecondFactor, secondFactorGraceDays } = cloned
    assert.deepEqual([requiresSecondFactor, secondFactorGraceDays], [true, 30])
    assert.equal(permissions['sales-orders'].own, false)
    assert.deepEqual(permissions.items.hidden, ['costPrice'])
  })

  test('has users, whose password an administrator resets and who are refused once deactivated', async () => {
    const { body } = await stage().kontor.post('/users', {
      email: 'dora@people.example',
      name: 'Dora',
      role: 'viewer',
      password: PASSWORD,
    })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/users/${body.data.id}`)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Generate password' }).click()
    const fresh = await page.getByRole('dialog').getByLabel('New password').inputValue()
    assert.match(fresh, /^(\w{5}-){3}\w{5}$/)
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click()
    await page.getByText('Dora has a new password.').waitFor()
    assert.equal((await stage().kontor.login('dora@people.example', PASSWORD)).status, 401)
    assert.equal((await stage().kontor.login('dora@people.example', fresh)).status, 200)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Dora was deactivated.').waitFor()
    assert.equal((await stage().kontor.login('dora@people.example', fresh)).status, 401)
    await page.getByRole('button', { name: 'Activate' }).waitFor()
    await assertAccessible(page, 'user')
  })
})
