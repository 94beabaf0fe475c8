// Forms that people sign in with, filled in by keyboard.
import type { Page } from 'playwright-core'
import { PASSWORD } from '../../../server/test/support/people.ts'

export const MINUTE_MS = 60_000

/** The part of a form that has the focus: a user goes on typing. */
export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

export async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

export const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation' })
