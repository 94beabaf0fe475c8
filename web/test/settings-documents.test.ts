import assert from 'node:assert/strict'
import { test } from 'node:test'
import { png, svg } from '../../server/test/support/logos.ts'
import { addRole, addUser, PASSWORD } from '../../server/test/support/people.ts'
import { read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const file = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

onStage('The settings of documents', (stage) => {
  test('are typed and saved, and a wrong IBAN is marked in place', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/settings')
    const section = page.getByRole('region', { name: 'Documents' })
    await section.getByRole('combobox', { name: 'Document language' }).click()
    await page.getByRole('option', { name: 'German' }).click()
    await section.getByRole('combobox', { name: 'Address window' }).click()
    await page.getByRole('option', { name: 'DIN 5008' }).click()
    await section.getByRole('textbox', { name: 'Accent colour' }).fill('#0A6B57')
    await section.getByLabel('Footer lines').fill('Amtsgericht Hamburg, HRB 1\n\n Ann Ode ')
    await section.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
    assert.equal(await section.getByRole('button', { name: 'Preview' }).isDisabled(), true)
    await page.keyboard.press('Control+s')
    await section.getByText(/check digits do not match/).waitFor()
    assert.equal(await section.getByLabel('IBAN').getAttribute('aria-invalid'), 'true')
    await assertAccessible(page, 'documents with a fault')
    await section.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings were saved.').waitFor()
    const { documentLanguage, letterhead } = await read(stage().kontor, '/settings')
    assert.deepEqual(
      [documentLanguage, letterhead.addressWindow, letterhead.accentColour],
      ['de', 'din5008', '#0a6b57'],
    )
    assert.deepEqual(letterhead.footerLines, ['Amtsgericht Hamburg, HRB 1', 'Ann Ode'])
    assert.equal(letterhead.iban, 'DE89370400440532013000')
    await visit.picture('documents')
  })

  test('show the logo that was chosen, say why another is refused, and remove it', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/settings')
    const logo = page.getByRole('group', { name: 'Logo' })
    const choose = (chosen: ReturnType<typeof file>) => page.locator('input[type=file]').setInputFiles(chosen)
    await choose(file('logo.svg', 'image/svg+xml', svg('<script>alert(1)</script>')))
    await logo.getByText('must not contain the element <script>').waitFor()
    await choose(file('large.png', 'image/png', Buffer.alloc(512 * 1024 + 1)))
    await logo.getByText('more than 512 kB').waitFor()
    await choose(file('logo.png', 'image/png', png()))
    const picture = logo.getByRole('img', { name: 'Logo' })
    await picture.waitFor()
    await logo.locator('img[src^="data:image/png"]').waitFor()
    assert.equal(await logo.getByRole('alert').count(), 0)
    const { logo: first } = await read(stage().kontor, '/settings')
    await choose(file('logo.svg', 'image/svg+xml', svg()))
    await logo.locator('img[src^="data:image/svg"]').waitFor()
    assert.notEqual((await read(stage().kontor, '/settings')).logo, first)
    await assertAccessible(page, 'logo')
    await visit.picture('logo')
    await logo.getByRole('button', { name: 'Remove logo' }).click()
    await logo.getByRole('button', { name: 'Upload logo' }).waitFor()
    assert.equal((await read(stage().kontor, '/settings')).logo, null)
    assert.deepEqual(visit.complaints, [])
  })

  test('open a preview of the stored letterhead in a new tab', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/settings')
    const response = page.waitForResponse(/letterhead-preview/)
    const tab = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Preview' }).click()
    assert.equal((await response).headers()['content-type'], 'application/pdf')
    await (await tab).close()
  })

  test('are not offered for change to a role that may only read them', async () => {
    const role = await addRole(stage().kontor.engine, { settings: { can: ['read'] } })
    const { email } = await addUser(stage().kontor.engine, role)
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    await visit.go('/settings')
    const section = page.getByRole('region', { name: 'Documents' })
    await section.getByLabel('IBAN').waitFor()
    assert.equal(await section.getByLabel('IBAN').isDisabled(), true)
    assert.equal(await section.getByRole('button', { name: 'Upload logo' }).count(), 0)
    assert.equal(await section.getByRole('button', { name: 'Preview' }).isEnabled(), true)
  })
})
