import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createCustomer, createItem, read, times } from '../../server/test/support/records.ts'
import { createOrder } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Stage } from './support/browser.ts'

/** Replaces what the field holds, without a mouse. */
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

const focused = (page: Page, field: Locator) => field.and(page.locator(':focus')).waitFor()
const combobox = (page: Page, name: string) => page.getByRole('combobox', { name })

const WORDS = {
  'en-GB': {
    country: 'Country',
    currency: 'Currency',
    next: 'Continue',
    money: 'Money, tax and documents',
    none: 'Nothing matches “wxyz”. Choose an entry from the list.',
    austria: 'Austria',
  },
  'de-DE': {
    country: 'Land',
    currency: 'Währung',
    next: 'Weiter',
    money: 'Geld, Steuer und Belege',
    none: 'Nichts passt zu „wxyz“. Wählen Sie einen Eintrag aus der Liste.',
    austria: 'Österreich',
  },
} as const

for (const [locale, words] of Object.entries(WORDS))
  onStage(`The first steps, in ${locale}`, (stage) => {
    before(() => stage().kontor.put('/settings', { isSetUp: false }))

    test('save the country and the currency that were typed and taken with Enter', async () => {
      await using visit = await stage().visit({ locale })
      const { page } = visit
      await visit.go('/')
      await typeInto(page, combobox(page, words.country), words.austria.slice(0, 6))
      await page.keyboard.press('Enter')
      assert.equal(await combobox(page, words.country).inputValue(), words.austria)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: words.money }).waitFor()
      await typeInto(page, combobox(page, words.currency), 'GBP')
      await page.keyboard.press('Enter')
      assert.match(await combobox(page, words.currency).inputValue(), /^GBP/)
      await page.keyboard.press('Enter')
      await page.getByRole('radio').first().waitFor()
      const { currency, address } = await read(stage().kontor, '/settings')
      assert.deepEqual([currency, address.country], ['GBP', 'AT'])
    })

    test('refuse a currency that means nothing: the text stays and nothing is saved', async () => {
      await using visit = await stage().visit({ locale })
      const { page } = visit
      await visit.go('/')
      await combobox(page, words.country).waitFor()
      await page.getByRole('button', { name: words.next }).press('Enter')
      const field = combobox(page, words.currency)
      await typeInto(page, field, 'wxyz')
      await page.keyboard.press('Tab')
      await page.getByText(words.none).waitFor()
      assert.equal(await field.inputValue(), 'wxyz')
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      await assertAccessible(page, `currency refused, ${locale}`)
      await visit.picture(`currency-refused-${locale}`)
      await page.getByRole('button', { name: words.next }).press('Enter')
      await focused(page, field)
      assert.equal(await field.inputValue(), 'wxyz')
      await typeInto(page, field, 'chf')
      await page.getByRole('button', { name: words.next }).press('Enter')
      await page.getByRole('radio').first().waitFor()
      assert.equal((await read(stage().kontor, '/settings')).currency, 'CHF')
    })
  })

onStage('A search select', (stage) => {
  before(async () => {
    const { kontor } = stage()
    const axle = await createItem(kontor, { itemCode: 'AX-1', itemName: 'Short axle' })
    // Enough newer ones, each of which also contains the code of the first.
    await times(30, (index) => createItem(kontor, { itemCode: `AX-1${index + 10}`, itemName: `Axle ${index + 10}` }))
    const customer = await createCustomer(kontor, { name: 'Kurbel & Kette', address: { city: 'Graz', country: 'AT' } })
    await createOrder(kontor, [axle], { customer })
    await createOrder(kontor, [axle])
  })

  async function newMovement({ kontor, visit: begin }: Stage) {
    const visit = await begin()
    await visit.go('/stock-movements/new')
    const item = combobox(visit.page, 'Item')
    await item.waitFor()
    return {
      ...visit,
      item,
      /** Which items the newest movement concerns. */
      newest: async () => (await kontor.get('/stock-movements?perPage=1')).body.data[0],
      [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose](),
    }
  }

  for (const key of ['Enter', 'Tab'])
    test(`${key} takes the item of exactly this code, also before the server has answered`, async () => {
      await using movement = await newMovement(stage())
      const { page, item, newest } = movement
      const isSaving = Promise.withResolvers<void>()
      await page.route(/\/(search|items)\?/, async (route) => {
        await isSaving.promise
        await route.continue()
      })
      await typeInto(page, item, 'ax-1')
      await page.keyboard.press(key)
      await page.getByLabel('Quantity').focus()
      await page.keyboard.type('5')
      await page.keyboard.press('Control+s')
      isSaving.resolve()
      await page.getByRole('heading', { level: 1, name: /^(?!New)/ }).waitFor()
      const { item: id, quantity } = await newest()
      assert.equal(quantity, 5)
      assert.equal((await read(stage().kontor, `/items/${id}`)).itemCode, 'AX-1')
    })

  test('takes what was typed when the form is saved from inside the field', async () => {
    await using movement = await newMovement(stage())
    const { page, item, newest } = movement
    await page.getByLabel('Quantity').focus()
    await page.keyboard.type('7')
    await typeInto(page, item, 'AX-115')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 1, name: /^(?!New)/ }).waitFor()
    const { item: id, quantity } = await newest()
    assert.deepEqual([(await read(stage().kontor, `/items/${id}`)).itemCode, quantity], ['AX-115', 7])
  })

  test('refuses an item that does not exist: the text stays and nothing is sent', async () => {
    await using movement = await newMovement(stage())
    const { page, item } = movement
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await typeInto(page, item, 'wxyz')
    await page.keyboard.press('Tab')
    await page.getByText('Nothing matches “wxyz”. Choose an entry from the list.').waitFor()
    await page.keyboard.press('Control+s')
    await focused(page, item)
    assert.equal(await item.inputValue(), 'wxyz')
    assert.deepEqual(sent, [])
  })

  test('of a filter takes the customer with Enter, and refuses a text that matches none', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/sales-orders')
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
    await page.locator('[aria-label="Filter by…"]:focus').waitFor()
    await page.keyboard.type('customer')
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Customer', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    const field = combobox(page, 'Customer')
    await focused(page, field)
    await page.keyboard.type('wxyz')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing matches “wxyz”.').waitFor()
    assert.equal(await field.inputValue(), 'wxyz')
    await assertAccessible(page, 'customer of a filter refused')
    await typeInto(page, field, 'kurbel')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Filter' }).getByText('Kurbel & Kette').first().waitFor()
    await page.waitForFunction('document.activeElement.value === ""')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('1–1 of 1', { exact: true }).waitFor()
  })

  test('keeps its value when it is opened and left, and clears it when an optional field is emptied', async () => {
    const { kontor } = stage()
    const { id } = await createCustomer(kontor, { name: 'Nordlicht', address: { city: 'Graz', country: 'AT' } })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/customers/${id}/edit`)
    const country = combobox(page, 'Country')
    await country.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Austria' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await country.inputValue(), 'Austria')
    await country.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Austria' }).waitFor()
    await assertAccessible(page, 'country open')
    await page.keyboard.press('Escape')
    assert.equal(await country.inputValue(), 'Austria')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Nordlicht' }).waitFor()
    const { address } = await read(kontor, `/customers/${id}`)
    assert.deepEqual([address.city, address.country], ['Graz', null])
  })

  test('of the preferences takes a time zone with Enter, in German too', async () => {
    await using visit = await stage().visit({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })
    const { page } = visit
    await page.clock.setFixedTime('2026-03-14T12:00:00.000Z')
    await visit.go('/profile')
    await typeInto(page, combobox(page, 'Zeitzone'), 'tokyo')
    await page.keyboard.press('Enter')
    await page.getByText('14.03.2026, 21:00').waitFor()
    assert.equal(await combobox(page, 'Zeitzone').inputValue(), 'Asia/Tokyo')
  })
})
