import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { addUser, PASSWORD } from '../support/people.ts'
import { actionIn, type Browser, type Shown } from './browser.ts'
import { type Asked, appAt, request, type Site, siteFor } from './site.ts'

const GERMAN = 'de-CH, de;q=0.9, en;q=0.5'

async function arrived(site: Site, languages: string, asked: Asked = {}) {
  const app = await appAt(site, await site.register({ name: 'Ledger Sync' }))
  const browser = site.browser(languages)
  return { browser, page: await shown(browser, browser.open((await request(app, asked)).address)) }
}

async function shown(browser: Browser, answer: Promise<Shown>): Promise<Shown> {
  const page = await browser.follow(await answer)
  assert.ok(!(page instanceof URL), 'a page is shown')
  return page
}

onEveryDatabase('In German, the pages', (kind) => {
  const site = siteFor(kind)

  test('name the app, its scopes, the user and the destination', async () => {
    const { browser, page } = await arrived(site(), GERMAN, { scope: 'read admin openid email' })
    assert.match(page.text, /<html lang="de">/)
    assert.match(page.text, /<h1>Anmelden<\/h1>\s*<p class="lead">um mit <strong>Ledger Sync<\/strong> fortzufahren/)
    const { text } = await shown(browser, browser.submit(actionIn(page), { ...ADMIN }))
    assert.match(text, /<html lang="de">/)
    assert.match(text, /Darf <strong>Ledger Sync<\/strong> Ihr Kontor benutzen\?/)
    assert.match(text, /angemeldet als <strong>Administrator<\/strong> \(admin@kontor\.local\)/)
    for (const words of ['Datensätze ansehen', 'Dieses Kontor verwalten', 'Wissen, wer Sie sind'])
      assert.ok(text.includes(`<strong>${words}</strong>`), words)
    assert.match(text, /weiter zu <strong>app\.example\.com<\/strong>/)
    assert.match(text, />Erlauben<\/button>[\s\S]*>Ablehnen<\/button>/)
    assert.doesNotMatch(text, /Allow|Deny|See records/)
  })

  test('name what the role withholds', async () => {
    const { email } = await addUser(site().kontor.engine, 'viewer')
    const { browser, page } = await arrived(site(), GERMAN, { scope: 'read delete admin' })
    const { text } = await shown(browser, browser.submit(actionIn(page), { email, password: PASSWORD }))
    assert.match(
      text,
      /Sie bat auch um: Datensätze löschen, Dieses Kontor verwalten\. Ihre Rolle hat dieses Recht nicht/,
    )
    const none = await arrived(site(), GERMAN, { scope: 'admin' })
    const refused = await shown(none.browser, none.browser.submit(actionIn(none.page), { email, password: PASSWORD }))
    assert.match(refused.text, /Ihre Rolle hat keines der Rechte/)
    assert.doesNotMatch(refused.text, />Erlauben</)
  })

  test('say when a password is wrong, and when there were too many', async () => {
    const { email } = await addUser(site().kontor.engine, 'viewer')
    const { browser, page } = await arrived(site(), GERMAN)
    const wrong = () => browser.submit(actionIn(page), { email, password: 'wrong' })
    assert.match((await wrong()).text, /role="alert" id="fault">E-Mail-Adresse oder Passwort ist falsch\./)
    // The pause doubles with every attempt, so that it outlasts the next request also on a slow machine.
    let answer = await wrong()
    for (let attempt = 0; attempt < 10 && !answer.text.includes('Zu viele'); attempt++) answer = await wrong()
    assert.match(answer.text, /Zu viele Versuche\. Versuchen Sie es in \d+ Sekunden? wieder\./)
  })

  test('say when nothing can be done; what the app did wrong stays in the words of the protocol', async () => {
    const { page } = await arrived(site(), GERMAN)
    const elsewhere = await site().browser(GERMAN).open(page.url.href)
    assert.equal(elsewhere.status, 400)
    assert.match(elsewhere.text, /<h1>Das hat nicht geklappt<\/h1>[\s\S]*Diese Seite ist abgelaufen/)
    const foreign = await site().browser(GERMAN).submit(actionIn(page), {}, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
    assert.match(foreign.text, /Dieses Formular kam nicht von seiner eigenen Seite/)
    const wrong = await site().browser(GERMAN).open('/oauth/authorize?client_id=unknown')
    assert.match(wrong.text, /<h1>Die App lässt sich nicht verbinden<\/h1>[\s\S]*<span lang="en">/)
  })
})

onEveryDatabase('The language of the pages', (kind) => {
  const site = siteFor(kind)

  test('is the first that the browser wants and that we speak, or else English', async () => {
    const app = await appAt(site(), await site().register())
    const { address } = await request(app)
    for (const [languages, expected] of [
      ['fr-FR, de;q=0.8, en;q=0.7', 'de'],
      ['en;q=0.3, de-AT;q=0.7', 'de'],
      ['en-GB, de;q=0.9', 'en'],
      ['de;q=0, en', 'en'],
      ['fr', 'en'],
      ['*', 'en'],
      ['', 'en'],
      [';;q=x,,', 'en'],
    ] as const) {
      const browser = site().browser(languages)
      const { text } = await shown(browser, browser.open(address))
      assert.ok(text.includes(`<html lang="${expected}">`), languages)
    }
  })
})
