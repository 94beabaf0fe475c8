import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { atEnd } from '../../../scripts/tests/at-end.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
  '--process-per-site', // otherwise each page has a process of its own, which takes as long as loading it
]

let launched: Promise<Browser> | undefined

/** One browser for all files of a process. Stories share nothing through it: each visit has its own context. */
export function sharedBrowser(executablePath: string): Promise<Browser> {
  launched ??= launch(executablePath)
  return launched
}

async function launch(executablePath: string): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-browser-'))
  const browser = await chromium.launch({
    executablePath,
    args: FLAGS,
    env: { ...process.env, HOME: folder } as Record<string, string>,
  })
  atEnd(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return browser
}
