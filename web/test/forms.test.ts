import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { onStage } from './support/browser.ts'

/** Focuses the field and presses the first key at the same time, as a fast typist does. */
const typeAtOnce = (input: Locator, key: string): Promise<void> =>
  input.evaluate((element, text) => {
    const { document } = globalThis as unknown as {
      document: { execCommand(name: string, ui: boolean, text: string): boolean }
    }
    ;(element as unknown as { focus(): void }).focus()
    document.execCommand('insertText', false, text)
  }, key)

onStage('A form', (stage) => {
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
