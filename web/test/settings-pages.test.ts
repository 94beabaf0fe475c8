import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

onStage('The settings', (stage) => {
  test('of the company are changed, and the server validates them', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/settings')
    await page.getByLabel('Company name').fill('Südwind AG')
    await page.getByLabel('E-mail').fill('no-address')
    await page.keyboard.press('Control+s')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('E-mail').getAttribute('aria-invalid'), 'true')
    await assertAccessible(page, 'settings with a fault')
    await page.getByLabel('E-mail').fill('post@suedwind.example')
    await page.getByLabel('City').fill('Graz')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings were saved.').waitFor()
    const { companyName, email, address } = await read(stage().kontor, '/settings')
    assert.deepEqual([companyName, email, address.city], ['Südwind AG', 'post@suedwind.example', 'Graz'])
    await visit.picture('settings')
  })

  test('hold the defaults that forms of new records begin with', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/settings')
    await page.getByLabel('Unit').fill('kg')
    await page.getByLabel('Tax rate').fill('19')
    await page.getByRole('combobox', { name: 'Payment terms' }).fill('14')
    await page.keyboard.press('Enter')
    await page.getByText(/An invoice of .* is due on/).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('The settings were saved.').waitFor()
    assert.deepEqual((await read(stage().kontor, '/settings')).defaults, {
      taxRate: 19,
      uom: 'kg',
      paymentTerms: 'Net 14',
    })
    await visit.go('/items/new')
    assert.equal(await page.getByLabel('Unit').inputValue(), 'kg')
    assert.equal(await page.getByLabel('Tax rate').inputValue(), '19 %')
    await visit.go('/customers/new')
    assert.match(await page.getByRole('combobox', { name: 'Payment terms' }).inputValue(), /Net 14/)
  })

  test('of numbers show the next number while the pattern is typed', async () => {
    const { kontor } = stage()
    const [{ id: customer }, { id: item }] = [await createCustomer(kontor), await createItem(kontor)]
    const { body } = await kontor.post('/sales-orders', { customer, items: [{ item, quantity: 1, rate: 1 }] })
    const year = body.data.orderNumber.slice(3, 7)
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/settings?tab=numbering')
    await page.getByText(`SO-${year}-00002`).waitFor()
    await page.getByText(`INV-${year}-00001`).waitFor()
    await page.getByLabel('Order number pattern').fill('{year}/A{number:3}')
    await page.getByText(`${year}/A001`).waitFor()
    await page.getByLabel('Order number pattern').fill('without a number')
    await page.getByText('The pattern must contain {number} once').waitFor()
    await assertAccessible(page, 'numbering')
  })

  test('of numbers continue a series at a higher number, and say why it cannot be lowered', async () => {
    const { kontor } = stage()
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/settings?tab=numbering')
    await page.getByRole('button', { name: /^Change next number: INV-/ }).click()
    const window = page.getByRole('dialog', { name: 'Change next number' })
    await page.getByRole('button', { name: /^Change next number: DN-\d{4}-00001/ }).waitFor()
    await window.getByLabel('Next number').fill('1,250')
    await window.getByText(/^INV-\d{4}-01250$/).waitFor()
    await window.getByLabel('Next number').fill('41x')
    await page.keyboard.press('Enter')
    await window.getByText('“41x” is not a number. Enter a number such as 1,234.').waitFor()
    await window.getByLabel('Next number').fill('412')
    await window.getByText(/^INV-\d{4}-00412$/).waitFor()
    await assertAccessible(page, 'next number')
    await page.keyboard.press('Enter')
    await page.getByText(/The next number is INV-\d{4}-00412/).waitFor()
    await page.getByRole('button', { name: /^Change next number: INV-\d{4}-00412/ }).click()
    await window.getByLabel('Next number').fill('5')
    await window.getByRole('button', { name: 'Save' }).click()
    await window.getByText('it must be at least 412').first().waitFor()
    const [{ id: customer }, { id: item }] = [await createCustomer(kontor), await createItem(kontor)]
    const { body } = await kontor.post('/invoices', { customer, items: [{ item, quantity: 1, rate: 1 }] })
    assert.match(body.data.invoiceNumber, /-00412$/)
  })

  test('show the plan and its usage', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/settings?tab=plan')
    await page
      .getByRole('region', { name: 'Web interface' })
      .getByText(/^\d+ of 1,000,000 requests$/)
      .waitFor()
    await page
      .getByRole('region', { name: 'API' })
      .getByText(/requests, no limit$/)
      .waitFor()
  })

  test('are refused in plain words to users who open the address without the right', async () => {
    const { email } = await addUser(stage().kontor.engine, 'viewer')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    for (const name of ['General', 'API keys', 'OAuth apps', 'Users', 'Roles', 'Audit log'])
      assert.equal(await page.getByRole('link', { name, exact: true }).count(), 0, name)
    const closed = ['/settings', '/api-keys', '/api-keys/new', '/oauth-clients', '/users', '/users/new', '/roles']
    for (const path of [...closed, '/roles/new', '/audit-log']) {
      await visit.go(path)
      await page.getByRole('heading', { name: 'You may not do this' }).waitFor()
    }
    await assertAccessible(page, 'address without the right')
    await visit.go('/developers')
    await page.getByText('Ask your administrator for a key.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'New API key' }).count(), 0)
  })

  test('for developers show requests that work', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/developers')
    await page.getByText(`${stage().origin}/api/v1`, { exact: true }).waitFor()
    await visit.picture('developers')
    assert.equal(await page.getByRole('link', { name: 'Open explorer' }).getAttribute('href'), '/docs')
    await page.getByText(`${stage().origin}/mcp`, { exact: true }).waitFor()
    await assertAccessible(page, 'developers')
  })
})

onStage(
  'With KONTOR_DOCS=off and KONTOR_MCP=off',
  (stage) => {
    test('the page for developers leads neither to the explorer nor to the endpoint for assistants', async () => {
      await using visit = await stage().visit()
      const { page } = visit
      const told = page.waitForResponse((response) => response.url().endsWith('/ui/sign-in'))
      await visit.go('/developers')
      await told
      await page.getByRole('heading', { name: 'OAuth apps' }).waitFor()
      await page.getByRole('heading', { name: 'First requests' }).waitFor()
      assert.equal(await page.locator('a[href^="/docs"]').count(), 0)
      assert.equal(await page.getByText('/mcp').count(), 0)
    })
  },
  { environment: { KONTOR_DOCS: 'off', KONTOR_MCP: 'off' } },
)

onStage('The profile of a user changes', (stage) => {
  test('language and colours', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/profile')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    await page.getByRole('radiogroup', { name: 'Darstellung' }).getByText('Dunkel').click()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  })
})
