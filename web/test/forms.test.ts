import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createSubmitted, invoice as issueInvoice } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'
import { cell, enter, total } from './support/document-editor.ts'

/** Focuses the field and presses the first key at the same time, as a fast typist does. */
const typeAtOnce = (input: Locator, key: string): Promise<void> =>
  input.evaluate((element, text) => {
    const { document } = globalThis as unknown as {
      document: { execCommand(name: string, ui: boolean, text: string): boolean }
    }
    ;(element as unknown as { focus(): void }).focus()
    document.execCommand('insertText', false, text)
  }, key)

/** Replaces what the field holds and leaves it, without a mouse. */
async function typeAndLeave(field: Locator, text: string): Promise<string> {
  const { keyboard } = field.page()
  await field.focus()
  await keyboard.press('Control+a')
  await keyboard.type(text)
  await keyboard.press('Tab')
  // Which apostrophe separates groups depends on the version of the browser.
  return (await field.inputValue()).replace("'", '’')
}

/** 1,250.00 in each format, and what else means 1250 in it. */
const LOCALES = {
  'en-GB': { shown: '1,250', texts: ['1,250.00', '1,250', '1250', '1 250.00', '1.250,00'], half: '1,5', one: '1.5' },
  'de-DE': { shown: '1.250', texts: ['1.250,00', '1.250', '1250', '1 250,00', '1,250.00'], half: '1.5', one: '1,5' },
  'de-CH': { shown: '1’250', texts: ['1’250.00', "1'250.00", '1250', '1 250.00', '1,250.00'], half: '1,5', one: '1.5' },
} as const

onStage('A form', (stage) => {
  for (const [locale, { shown, texts, half, one }] of Object.entries(LOCALES))
    test(`reads typed numbers in the format of ${locale}, in every kind of field`, async () => {
      await using visit = await stage().visit({ locale })
      const { page } = visit
      await visit.go('/items/new')
      const price = page.getByLabel(/^(Selling price|Verkaufspreis)/)
      for (const text of texts) assert.equal(await typeAndLeave(price, text), shown, text)
      assert.equal(await typeAndLeave(price, half), one)
      assert.equal(await typeAndLeave(page.getByLabel(/^(Tax rate|Steuersatz)/), half), `${one} %`)
      assert.equal(await typeAndLeave(page.getByLabel(/^(Reorder level|Meldebestand)/), texts[0]), shown)
      await visit.go('/customers/new')
      assert.equal(await typeAndLeave(page.getByLabel(/^(Credit limit|Kreditlimit)/), texts[0]), shown)
      await visit.go('/settings')
      assert.equal(await typeAndLeave(page.getByLabel(/^(Tax rate|Steuersatz)/), half), `${one} %`)
      await visit.go('/items?sellingPrice[gte]=5')
      await page.getByRole('button', { name: /^(Selling price|Verkaufspreis): ≥/ }).press('Enter')
      await page.getByLabel(/^(From|Von)$/).fill(texts[0])
      await page.keyboard.press('Enter')
      await page.waitForURL(/sellingPrice\[gte\]=1250$/)
    })

  test('of an order keeps what was typed over a reload, and saves it once', async () => {
    const { kontor } = stage()
    await createCustomer(kontor, { name: 'Halb & Fertig' })
    await createItem(kontor, { itemCode: 'HALF', itemName: 'Half', sellingPrice: 2 })
    await using visit = await stage().visit()
    const { page } = visit
    page.on('dialog', (dialog) => void dialog.accept())
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await enter(page, 'halb', 'half', '7')
    await total(page).getByText('14.00').waitFor() // the item that was typed has been found
    await page.reload()
    await page.getByText('Something you typed here was not saved.').waitFor()
    await assertAccessible(page, 'kept input')
    await visit.picture('kept-input')
    await page.getByRole('button', { name: /^Continue what you typed at \d/ }).press('Enter')
    await cell(page, 'Quantity', 1).and(page.locator('[value="7"]')).waitFor()
    await page.getByRole('combobox', { name: 'Customer' }).and(page.locator('[value="Halb & Fertig"]')).waitFor()
    await cell(page, 'Item', 2).focus()
    await enter(page, 'half', '3')
    await total(page).getByText('20.00').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    const { items } = await read(kontor, `/sales-orders/${page.url().split('/').at(-1)}`)
    assert.deepEqual(
      items.map(({ quantity }: { quantity: number }) => quantity),
      [7, 3],
    )
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    assert.equal(await page.getByText('Something you typed here was not saved.').count(), 0)
  })

  test('that is continued after a reload does not undo what another user saved meanwhile', async () => {
    const { kontor } = stage()
    const item = await createItem(kontor, { itemCode: 'KEPT', itemName: 'Kept', category: 'Old' })
    await using visit = await stage().visit()
    const { page } = visit
    page.on('dialog', (dialog) => void dialog.accept())
    const open = async () => {
      await visit.go(`/items/${item.id}/edit`)
      await page.getByLabel('Item name').waitFor()
    }
    await open()
    await page.getByLabel('Item name').fill('Kept and changed')
    await kontor.put(`/items/${item.id}`, { category: 'New' })
    await page.reload()
    await page.getByRole('button', { name: /^Continue what you typed/ }).click()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Kept and changed' }).waitFor()
    const { itemName, category } = await read(kontor, `/items/${item.id}`)
    assert.deepEqual([itemName, category], ['Kept and changed', 'New'])
    await open()
    await page.getByLabel('Item name').fill('Not wanted')
    await page.reload()
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await page.getByLabel('Item name').inputValue(), 'Kept and changed')
    await page.reload()
    await page.getByLabel('Item name').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Discard' }).count(), 0)
  })

  test('keeps no password, and nothing after the user has left the page or signed out', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const kept = () => page.evaluate('JSON.stringify({ ...sessionStorage })') as Promise<string>
    const isKept = async (text: string) => {
      while (!(await kept()).includes(text)) await page.waitForTimeout(50)
    }
    await visit.go('/users/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed Person')
    await page.getByRole('textbox', { name: 'Password' }).fill('a-secret-that-is-typed')
    await isKept('Typed Person')
    assert.equal((await kept()).includes('a-secret-that-is-typed'), false)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    assert.equal((await kept()).includes('Typed Person'), false)
    await page.evaluate(`sessionStorage.setItem('kontor.typed.x', '{"at":"2026-01-01T00:00:00Z","input":{}}')`)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal((await kept()).includes('kontor.typed'), false)
  })

  test('keeps a text that is not a number, says so, and is not saved until it is mended', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items/new')
    await page.getByLabel('Item code').fill('NUMBER-1')
    await page.getByLabel('Item name').fill('Numbered')
    const price = page.getByLabel('Selling price')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    for (const [text, says] of [
      ['1e3', '“1e3” is not a number. Enter a number such as 1,234.50.'],
      ['2*3', '“2*3” is not a number. Enter a number such as 1,234.50.'],
      ['-5', 'The number cannot be negative. Enter 0 or more.'],
      ['1.23456', 'At most 4 decimal places are possible.'],
    ] as const) {
      assert.equal(await typeAndLeave(price, text), text)
      await page.getByText(says).waitFor()
      await page.keyboard.press('Control+s')
      await price.and(page.locator(':focus')).waitFor()
      assert.equal(await price.inputValue(), text)
    }
    await assertAccessible(page, 'refused number')
    assert.deepEqual(sent, [])
    await page.keyboard.press('Control+a')
    await page.keyboard.type('1,250.50')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Numbered' }).waitFor()
    const { body } = await stage().kontor.get('/items/by/itemCode/NUMBER-1')
    assert.equal(body.data.sellingPrice, 1250.5)
  })

  test('of an order takes 1.250,00 and a pasted 1.250,00 € as the price of a line, and the total follows', async () => {
    const { kontor } = stage()
    await createCustomer(kontor, { name: 'Kurbel & Kette' })
    await createItem(kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2, taxRate: 0 })
    await using visit = await stage().visit({ locale: 'de-DE' })
    const { page } = visit
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: 'Kunde' }).waitFor()
    await enter(page, 'kurbel', 'bolt')
    const rate = page.getByLabel('Preis, Zeile 1')
    const sum = page.getByRole('region', { name: 'Zusammenfassung' }).locator('[data-total]')
    await rate.focus()
    for (const [text, total] of [
      ['1.250', '1.250,00'],
      [',00', '1.250,00'],
      ['x', '0,00'],
    ] as const) {
      await page.keyboard.type(text)
      await sum.getByText(total).waitFor()
    }
    await page.keyboard.press('Enter')
    await page.getByText('„1.250,00x“ ist keine Zahl. Geben Sie eine Zahl wie 1.234,50 ein.').waitFor()
    await rate.and(page.locator(':focus')).waitFor()
    await visit.picture('number-refused')
    await rate.fill('1.250,00 €')
    await page.keyboard.press('Tab')
    assert.equal(await rate.inputValue(), '1.250,00')
    assert.equal(await typeAndLeave(page.getByLabel('Menge, Zeile 1'), '-5'), '-5')
    await page.getByText('Die Zahl darf nicht negativ sein. Geben Sie 0 oder mehr ein.').waitFor()
    assert.equal(await typeAndLeave(page.getByLabel('Menge, Zeile 1'), '1.000'), '1.000')
    await sum.getByText('1.250.000,00').waitFor()
  })

  test('of a payment takes 1,250.00 as its amount', async () => {
    const { kontor } = stage()
    const item = await createItem(kontor, { sellingPrice: 5000 })
    const invoice = await issueInvoice(kontor, await createSubmitted(kontor, [item]))
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/invoices/${invoice.id}`)
    await page.getByRole('heading', { name: invoice.invoiceNumber }).waitFor()
    await page.keyboard.press('p')
    await typeAndLeave(page.getByRole('dialog').getByLabel('Amount'), '1,250.00')
    await page.getByRole('dialog').getByLabel('Amount').press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const { body } = await kontor.get(`/payments?invoice=${invoice.id}`)
    assert.equal(body.data[0].amount, 1250)
  })

  test('keeps every digit of a number, however fast it is typed', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items/new')
    const price = page.getByLabel('Selling price')
    await typeAtOnce(price, '1')
    await page.keyboard.type('2')
    assert.equal(await price.inputValue(), '12')
    await page.getByLabel('Cost price').focus()
    await page.keyboard.type('1.05')
    assert.equal(await page.getByLabel('Cost price').inputValue(), '1.05')
    await price.click()
    await page.keyboard.type('34.5')
    assert.equal(await price.inputValue(), '34.5', 'what was there is taken for wrong')
    await visit.go('/stock-movements/new')
    const quantity = page.getByLabel('Quantity')
    await quantity.focus()
    await page.keyboard.type('-7.5')
    assert.equal(await quantity.inputValue(), '-7.5')
  })

  test('gives examples in the language of the user only', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.evaluate(`localStorage.setItem('kontor.language', 'de')`)
    await visit.go('/items/new')
    await page.getByRole('heading', { name: 'Artikel anlegen' }).waitFor()
    await page.getByLabel('Artikelnummer').waitFor()
    const placeholders = await page
      .getByRole('textbox')
      .evaluateAll((inputs) =>
        inputs.map((input) => (input as unknown as { placeholder: string }).placeholder).filter((text) => text !== ''),
      )
    assert.ok(placeholders.length > 0, 'a code is an example in any language')
    assert.deepEqual(
      placeholders.filter((text) => /\s/.test(text)),
      [],
    )
  })
})
