import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, afterEach, before, describe } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type DatabaseKind, onEveryDatabase } from '../../../server/test/support/databases.ts'
import { ADMIN, type Kontor, type KontorOptions, openKontor } from '../../../server/test/support/kontor.ts'
import { sharedBrowser } from './shared-browser.ts'

/** Set by the test command where a browser is installed. */
const executablePath = process.env.KONTOR_TEST_CHROMIUM
const HOST = '127.0.0.1'
const PATIENCE_MS = 20_000
const SIGHT_MS = 1000
// Reduced motion: windows do not slide, so that a click cannot miss its target.
export const DESK = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions
const ANSWERS_NOTED = 12
export const PICTURES = join(import.meta.dirname, '../pictures')

/** A page in a real browser, and all that went wrong in it. */
export interface Visit extends AsyncDisposable {
  readonly page: Page
  readonly origin: string
  /** What the page complained about. A refusal that the story wants is no complaint. */
  readonly complaints: readonly string[]
  /** Addresses outside of this server that the page asked for. */
  readonly strangers: readonly string[]
  go(path: string): Promise<void>
  /** Keeps a picture to be looked at where KONTOR_TEST_PICTURES is set; it is not checked in. */
  picture(name: string): Promise<void>
}

export interface Stage {
  readonly kontor: Kontor
  readonly origin: string
  /** Signed in as the administrator by default; `as: null` for no user. */
  visit(options?: VisitOptions): Promise<Visit>
}

export interface VisitOptions extends BrowserContextOptions {
  readonly as?: { readonly email: string; readonly password: string } | null
  /** Another name of this machine: browsers offer passkeys to pages of `localhost`, and not to those of an address. */
  readonly host?: string
  /** Follows changes made elsewhere. Most stories do without: it may refresh a page at any moment. */
  readonly isLive?: boolean
}

function saveData(): void {
  const { connection } = navigator as { connection?: object }
  if (connection) Object.defineProperty(connection, 'saveData', { value: true })
}

/** Runs the same stories in a real browser on every database; where there is no browser, they are left out. */
export function onStage(title: string, define: (stage: () => Stage) => void, options?: KontorOptions): void {
  if (!executablePath) {
    describe(title, { skip: 'no Chromium' }, () => undefined)
    return
  }
  onEveryDatabase(title, (kind) => {
    let opened: Opened | undefined
    before(async () => {
      opened = await open(kind, executablePath, options)
    })
    after(() => opened?.close())
    afterEach((story) => {
      if ('passed' in story && !story.passed)
        story.diagnostic(`When the page was left, it showed\n${opened?.lastSight}`)
    })
    define(() => opened!)
  })
}

interface Opened extends Stage {
  /** What the page showed when it was left, and its last requests: helps to find out why a test failed. */
  readonly lastSight: string
  close(): Promise<void>
}

async function open(kind: DatabaseKind, path: string, options?: KontorOptions): Promise<Opened> {
  const kontor = await openKontor(kind, options)
  // Else every administrator would be led through the first steps; their own story takes this back.
  await kontor.put('/settings', { isSetUp: true })
  const origin = await kontor.app.server.listen({ port: 0, host: HOST })
  const browser = await sharedBrowser(path)
  let lastSight = ''
  const note = (sight: string) => {
    lastSight = sight
  }
  return {
    kontor,
    origin,
    get lastSight() {
      return lastSight
    },
    visit: ({ host = HOST, ...given } = {}) => visit(browser, origin.replace(HOST, host), note, given),
    close: () => kontor.close(),
  }
}

async function visit(
  browser: Browser,
  origin: string,
  note: (sight: string) => void,
  { as = ADMIN, isLive = false, ...rest }: Omit<VisitOptions, 'host'>,
): Promise<Visit> {
  const context = await browser.newContext({ ...DESK, ...(as && { storageState: signedInAt(origin) }), ...rest })
  if (!isLive) await context.addInitScript(saveData)
  if (as) await signIn(context, origin, as)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
  const strangers: string[] = []
  const answers: string[] = []
  page.on('response', (response) => {
    answers.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    const isRefusal = /status of (400|401|403|404|409|412|422)|ERR_INTERNET_DISCONNECTED/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) strangers.push(request.url())
  })
  const go = async (path: string) => {
    await page.goto(origin + path)
  }
  return {
    page,
    origin,
    complaints,
    strangers,
    go,
    picture: async (name) => {
      if (process.env.KONTOR_TEST_PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) })
    },
    async [Symbol.asyncDispose]() {
      const seen = await page.locator('body').ariaSnapshot({ timeout: SIGHT_MS }).catch(String)
      note([page.url(), seen, ...answers.slice(-ANSWERS_NOTED)].join('\n'))
      await context.close()
      assert.deepEqual(complaints, [], 'the page complained')
      assert.deepEqual(strangers, [], 'the page asked strangers')
    },
  }
}

/** The storage state of a signed-in browser, without its cookie. */
const signedInAt = (origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'kontor.signed-in', value: 'yes' }] }],
})

/** As the form does it. Loading the form for each story would take longer than most of them. */
async function signIn(context: BrowserContext, origin: string, data: { email: string; password: string }) {
  const answer = await context.request.post(`${origin}/ui/session`, { data, headers: { origin } })
  assert.equal(answer.status(), 200, await answer.text())
}
