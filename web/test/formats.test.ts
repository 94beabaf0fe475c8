import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const NOON = '2026-03-14T12:00:00.000Z'

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

onStage('Numbers, dates and times', (stage) => {
  test('are formatted for the language of the browser, until the user chooses', async () => {
    await using visit = await stage().visit({ locale: 'en-US', timezoneId: 'America/New_York' })
    const { page } = visit
    await page.clock.setFixedTime(NOON)
    await visit.go('/profile')
    const formats = page.getByRole('region', { name: 'Numbers, dates and times' })
    await formats.getByText(/Mar 14, 2026, 8:00\sAM · €1,234\.50/).waitFor()
    await choose(page, 'Format', 'English (United Kingdom)')
    await formats.getByText('14 Mar 2026, 08:00 · €1,234.50').waitFor()
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    await formats.getByText('14 Mar 2026, 21:00').waitFor()
    await choose(page, 'Format', 'Deutsch (Deutschland)')
    await formats.getByText(/14\.03\.2026, 21:00 · 1\.234,50/).waitFor()
    await assertAccessible(page, 'profile, with formats')
    await visit.picture('formats')
    await page.reload()
    await formats.getByText(/14\.03\.2026, 21:00 · 1\.234,50/).waitFor()
    await choose(page, 'Format', 'Automatic (browser setting)')
    await formats.getByText(/Mar 14, 2026, 9:00\sPM/).waitFor()
  })

  test('are not broken by a stored choice that no longer exists', async () => {
    await using visit = await stage().visit({ timezoneId: 'Europe/Berlin' })
    const { page } = visit
    await visit.go('/')
    await page.evaluate(`localStorage.setItem('kontor.time-zone', 'Mars/Base')`)
    await page.evaluate(`localStorage.setItem('kontor.format', 'tlh-XX')`)
    await page.clock.setFixedTime(NOON)
    await visit.go('/profile')
    await page.getByText('14 Mar 2026, 13:00').waitFor()
  })
})
