import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ADMIN } from '../../server/test/support/kontor.ts'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Stage, type Visit, type VisitOptions } from './support/browser.ts'

/** Creating a whole company may take long on a busy machine. */
const PATIENCE_MS = 300_000

/** Opens the company as its administrator, who has not been through the first steps. */
async function enter(stage: Stage, more: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit({ as: null, timezoneId: 'Europe/Vienna', ...more })
  const { page } = visit
  await visit.go('/')
  await page.getByLabel('E-mail').fill(ADMIN.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Welcome to Kontor' }).waitFor()
  return visit
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation' })

/** The dashboard of an empty company says what to do next, and draws no axis without figures. */
async function assertLeadsOn(page: Page): Promise<void> {
  const steps = page.getByRole('region', { name: 'Next steps' })
  await steps.getByRole('link', { name: 'New item' }).waitFor()
  await steps.getByRole('link', { name: 'New customer' }).waitFor()
  await page.getByText('Nothing was invoiced or collected in this period.').waitFor()
  assert.equal(await page.getByRole('figure').count(), 0)
  await assertAccessible(page, 'empty dashboard')
  await steps.getByRole('link', { name: 'New sales order' }).click()
  await page.getByRole('heading', { name: 'New sales order' }).waitFor()
}

onStage('A company that is not set up', (stage) => {
  before(() => stage().kontor.put('/settings', { isSetUp: false }))

  test('does not ask users who could not set it up', async () => {
    const { email } = await addUser(stage().kontor.engine, 'viewer')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    await visit.go('/')
    await navigation(visit.page).waitFor()
  })

  test('can be set up later, asks again next time, and keeps what was entered', async () => {
    await using visit = await enter(stage())
    const { page } = visit
    await page.getByLabel('Company name').fill('Typed & Kept KG')
    await page.getByLabel('Postcode').focus() // the last field
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Continue' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Later' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await navigation(page).waitFor()
    await visit.go('/items')
    await navigation(page).waitFor()
    await visit.go('/')
    await page.getByRole('heading', { name: 'Your company' }).waitFor()
    await page.getByLabel('Company name').and(page.locator('[value="Typed & Kept KG"]')).waitFor()
    assert.notEqual((await read(stage().kontor, '/settings')).companyName, 'Typed & Kept KG', 'it is not saved yet')
  })

  test('is set up in three steps; faults are shown at their fields, and each step is saved', async () => {
    await using visit = await enter(stage())
    const { page } = visit
    await page.getByLabel('Company name').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Nordlicht GmbH') // replaces the name that every new company has
    await page.getByLabel('E-mail').fill('not an address')
    await assertAccessible(page, 'first step')
    await visit.picture('first-run')
    await goOn(page)
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('E-mail').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('E-mail').fill('office@nordlicht.example')
    await goOn(page)
    await page.getByRole('heading', { name: 'Money, tax and documents' }).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Time zone' }).inputValue(), 'Europe/Vienna')
    // The browser is set to the United Kingdom.
    assert.match(await page.getByRole('combobox', { name: 'Currency' }).inputValue(), /^GBP/)
    await page.getByRole('combobox', { name: 'Currency' }).click()
    await page.getByRole('combobox', { name: 'Currency' }).fill('CHF')
    await page.getByRole('option', { name: /^CHF/ }).click()
    await assertAccessible(page, 'second step')
    await goOn(page)
    assert.equal(await page.getByRole('radio', { name: /Without data/ }).isChecked(), true)
    await assertAccessible(page, 'third step')
    await page.getByRole('button', { name: 'Open Kontor' }).click()
    await navigation(page).waitFor()
    const settings = await read(stage().kontor, '/settings')
    const { companyName, email, currency, timeZone, isSetUp } = settings
    assert.deepEqual(
      { companyName, email, currency, timeZone, isSetUp },
      {
        companyName: 'Nordlicht GmbH',
        email: 'office@nordlicht.example',
        currency: 'CHF',
        timeZone: 'Europe/Vienna',
        isSetUp: true,
      },
    )
    assert.equal((await stage().kontor.get('/items')).body.meta.total, 0)
    await page.reload()
    await navigation(page).waitFor()
    await assertLeadsOn(page)
  })
})

onStage('A company that is set up in German', (stage) => {
  before(() => stage().kontor.put('/settings', { isSetUp: false }))

  test('is asked for its country first, and begins with German documents and the tax of the country', async () => {
    const { kontor } = stage()
    const visit = await stage().visit({ as: null, locale: 'de' })
    const { page } = visit
    await visit.go('/')
    await page.getByLabel('E-Mail').fill(ADMIN.email)
    await page.getByRole('textbox', { name: 'Passwort' }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('heading', { name: 'Ihr Unternehmen' }).waitFor()
    const country = page.getByRole('combobox', { name: 'Land' })
    assert.equal(await country.inputValue(), 'Deutschland')
    await country.fill('Österreich')
    await page.keyboard.press('Enter')
    await page.getByLabel('Firmenname').fill('Nordlicht GmbH')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await page.getByRole('heading', { name: 'Geld, Steuer und Belege' }).waitFor()
    assert.equal(await page.getByLabel('Steuersatz').inputValue(), '20 %')
    await page.getByLabel('Steuersatz').fill('19')
    await visit.picture('first-run-de')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await page.getByRole('button', { name: 'Kontor öffnen' }).click()
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
    const { address, currency, documentLanguage, defaults } = await read(kontor, '/settings')
    assert.deepEqual([address.country, currency, documentLanguage], ['AT', 'EUR', 'de'])
    assert.deepEqual([defaults.taxRate, defaults.uom], [19, 'Stk'])
    const { taxRate, uom } = (await kontor.post('/items', { itemCode: 'A-1', itemName: 'Kette' })).body.data
    assert.deepEqual([taxRate, uom], [19, 'Stk'])
    await visit[Symbol.asyncDispose]()
  })
})

onStage('Demo data', (stage) => {
  before(() => stage().kontor.put('/settings', { isSetUp: false }))

  test('fill the company, which keeps the name that it was given', async () => {
    await using visit = await enter(stage())
    const { page } = visit
    await page.getByLabel('Company name').fill('Nordlicht GmbH')
    await goOn(page)
    await page.getByRole('heading', { name: 'Money, tax and documents' }).waitFor()
    await goOn(page)
    await page.getByRole('radio', { name: /With demo data/ }).click()
    await page.getByRole('button', { name: 'Open Kontor' }).click()
    await navigation(page).waitFor({ timeout: PATIENCE_MS })
    const { companyName, isSetUp } = await read(stage().kontor, '/settings')
    assert.deepEqual([companyName, isSetUp], ['Nordlicht GmbH', true])
    await visit.go('/items')
    await page
      .getByRole('status')
      .getByText(/^1–20 of \d\d+$/)
      .waitFor()
  })
})
