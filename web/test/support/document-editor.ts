import type { Locator, Page } from 'playwright-core'

/** Types into whatever has the focus, and goes on with Enter. */
export async function enter(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
}

/** Types into one cell after the other, with Tab between them. */
export async function tabTo(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

/** What the lines come to, as it is shown while they are written. */
export const total = (page: Page): Locator => page.getByRole('region', { name: 'Summary' }).locator('[data-total]')

/** The status of the record. Its name alone may also be a step of the progress, which is shown from the beginning. */
export const statusPill = (page: Page, name: string): Locator =>
  page
    .locator('.mantine-Badge-label')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .first()

/** A cell of a line, by the name of its column and the number of the line. */
export const cell = (page: Page, name: string, line: number): Locator =>
  page.getByLabel(`${name}, line ${line}`, { exact: true })

/** The clipboard content of cells copied from a spreadsheet, pasted into the cell. */
export const paste = (target: Locator, text: string): Promise<void> =>
  target.evaluate((element, pasted) => {
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as Record<string, new (...words: unknown[]) => never>
    const clipboardData = new DataTransfer!() as unknown as { setData(type: string, value: string): void }
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent!('paste', { clipboardData, bubbles: true, cancelable: true })
    ;(element as unknown as { dispatchEvent(event: unknown): boolean }).dispatchEvent(event)
  }, text)
