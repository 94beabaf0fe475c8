import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** A page in dark is the same page: only its colours are others. */
const SCHEMES = [
  ['light', undefined],
  ['dark', ['color-contrast']],
] as const

/** Looking takes seconds, and the database behind the page makes no difference: each state is looked at once. */
const seen = new Set<string>()

/**
 * axe finds no violation, in light and dark mode. The test of every page checks each address as it opens; other tests
 * call this for states that only they reach: open lists, refusals, conflicts.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  if (seen.has(what)) return
  seen.add(what)
  for (const [colorScheme, rules] of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    await assertNothingFound(page, `${what}, ${colorScheme}`, rules)
  }
}

/** The same of a page that is not part of the web interface. */
export async function assertReadable(page: Page, what: string): Promise<void> {
  for (const [colorScheme, rules] of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await assertNothingFound(page, `${what}, ${colorScheme}`, rules)
  }
}

/** While colours still change, they are neither those of light nor those of dark. */
const CHANGED = `Promise.allSettled(
  document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? one.finished : [])),
)`

/** Read once a process, and given to a page once: each time takes a noticeable while. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function assertNothingFound(page: Page, what: string, rules?: readonly string[]): Promise<void> {
  await page.evaluate(`${CHANGED}.then(() => undefined)`)
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(AXE)
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: STANDARD }
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] })
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults
  const found = violations.map(({ id, nodes: [first, ...others] }) => {
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    return `${id}: ${first?.html.slice(0, 200)}${more}. ${first?.failureSummary?.replaceAll(/\s+/g, ' ')}`
  })
  assert.deepEqual(found, [], what)
}
