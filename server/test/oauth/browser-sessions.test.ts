import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as client from 'openid-client'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { addUser, PASSWORD, type Person, signedIn, signIn } from '../support/people.ts'
import { assertRefused, times } from '../support/records.ts'
import type { Browser, Shown } from './browser.ts'
import { appAt, connect, request, type Site, siteFor } from './site.ts'

const NEW = 'an entirely new one'

interface Scene {
  readonly me: Person
  readonly app: client.Configuration
  readonly browser: Browser
  readonly accessToken: string
}

/** A user who has signed in in a browser to connect an app. */
async function sceneAt(site: Site): Promise<Scene> {
  const me = await signedIn(site.kontor, 'viewer')
  const app = await appAt(site, await site.register())
  const person = { email: me.email, password: PASSWORD }
  const { browser, tokens } = await connect(site, app, { person, scope: 'read' })
  return { me, app, browser, accessToken: tokens.access_token }
}

onEveryDatabase('A browser that has connected an app', (kind) => {
  const site = siteFor(kind)
  const listed = async ({ token }: Pick<Person, 'token'>) =>
    (await site().kontor.get('/auth/sessions', { token })).body.data as {
      id: string
      kind: string
      isWeb: boolean
      address: string
      userAgent: string
      createdAt: string
    }[]
  const ofBrowsers = async (me: Pick<Person, 'token'>) => (await listed(me)).filter(({ isWeb }) => isWeb)

  /** Whether an app could get a grant in this browser without a new sign-in, by a page or without one. */
  async function isSignedIn({ app, browser }: Pick<Scene, 'app' | 'browser'>): Promise<boolean> {
    const silent = await request(app, { scope: 'read', more: { prompt: 'none' } })
    const answer = await browser.follow(await browser.open(silent.address))
    assert.ok(answer instanceof URL)
    const isSilent = answer.searchParams.get('error') !== 'login_required'
    const page = await browser.follow(await browser.open((await request(app, { scope: 'read' })).address))
    if (page instanceof URL) return true
    assert.ok(!isSilent, 'without a page there is a sign-in, and with one there is none')
    return (await browser.ask(page, 'continue')).status === 200
  }

  test('is signed in by a session of the web interface, which is listed; there is no other kind', async () => {
    const { me, browser } = await sceneAt(site())
    const sessions = await listed(me)
    assert.deepEqual(sessions.map((session) => session.kind).sort(), ['api', 'web'])
    const [found] = await ofBrowsers(me)
    assert.deepEqual([found!.address, found!.userAgent], ['127.0.0.1', 'node'])
    assert.ok(Math.abs(Date.now() - Date.parse(found!.createdAt)) < 60_000)
    for (const { value } of browser.cookies.values())
      assert.ok(!JSON.stringify(sessions).includes(value), 'nothing that is shown opens the session')
    assert.deepEqual(await ofBrowsers(await signedIn(site().kontor, 'admin')), [])
  })

  test('needs no second sign-in where the web interface is signed in already', async () => {
    const { email } = await addUser(site().kontor.engine, 'viewer')
    const browser = site().browser()
    const me = (await browser.signIn({ email, password: PASSWORD })).body.data
    const app = await appAt(site(), await site().register())
    const unknown = { email: 'unknown@example.com', password: 'unknown' }
    const { tokens } = await connect(site(), app, { browser, person: unknown, scope: 'read' })
    assert.equal((await site().api(tokens.access_token, '/auth/me')).body.data.id, me.user.id)
  })

  test('stays one session while it connects further apps', async () => {
    const scene = await sceneAt(site())
    const person = { email: scene.me.email, password: PASSWORD }
    const [before] = await ofBrowsers(scene.me)
    await connect(site(), await appAt(site(), await site().register()), { ...scene, person, scope: 'read' })
    const [after, ...others] = await ofBrowsers(scene.me)
    assert.deepEqual(others, [])
    assert.equal(after!.id, before!.id)
  })

  test('can be signed out alone; the app stays connected', async () => {
    const scene = await sceneAt(site())
    const other = await signIn(site().kontor, scene.me.email)
    const [{ id } = assert.fail()] = await ofBrowsers(scene.me)
    const path = `/auth/sessions/${id}`
    const stranger = await signedIn(site().kontor, 'admin')
    assertRefused(await site().kontor.delete(path, { token: stranger.token }), 404, 'NOT_FOUND')
    assert.ok(await isSignedIn(scene))
    const ended = await site().kontor.delete(path, { token: scene.me.token })
    assert.equal(ended.status, 204, ended.text)
    assert.equal(await isSignedIn(scene), false)
    assert.deepEqual(await ofBrowsers(scene.me), [])
    assert.equal((await listed(scene.me)).length, 2)
    assert.equal((await site().kontor.get('/auth/me', { token: other.token })).status, 200)
    assert.equal((await site().api(scene.accessToken)).status, 200)
    assertRefused(await site().kontor.delete(path, { token: scene.me.token }), 404, 'NOT_FOUND')
    const entries = await auditLog(site().kontor, `recordId=${scene.me.id}&action=logout`)
    assert.deepEqual(
      entries.map(({ changes, actor }) => [changes.reason, actor]),
      [[[null, 'ended by its user'], scene.me.id]],
    )
  })

  test('can sign in again after it was signed out', async () => {
    const scene = await sceneAt(site())
    assert.equal((await site().kontor.delete('/auth/sessions', { token: scene.me.token })).status, 204)
    await connect(site(), scene.app, { ...scene, person: { email: scene.me.email, password: PASSWORD }, scope: 'read' })
    assert.equal((await ofBrowsers(scene.me)).length, 1)
    assert.ok(await isSignedIn(scene))
  })

  test('is signed out where its user signs out of the web interface', async () => {
    const scene = await sceneAt(site())
    assert.equal((await scene.browser.call('DELETE', '/ui/session')).status, 204)
    assert.equal(await isSignedIn(scene), false)
    assert.equal((await site().api(scene.accessToken)).status, 200)
  })

  const endings: readonly (readonly [title: string, end: (me: Person) => Promise<{ status: number }>])[] = [
    ['signing out everywhere', ({ token }) => site().kontor.delete('/auth/sessions', { token })],
    [
      'a new password of its user',
      ({ token }) => site().kontor.post('/auth/password', { currentPassword: PASSWORD, newPassword: NEW }, { token }),
    ],
    ['a password that an administrator sets', ({ id }) => site().kontor.put(`/users/${id}`, { password: NEW })],
    ['deactivating its user', ({ id }) => site().kontor.put(`/users/${id}`, { isActive: false })],
  ]
  for (const [title, end] of endings)
    test(`is signed out by ${title}, and so is every other browser`, async () => {
      const scene = await sceneAt(site())
      const person = { email: scene.me.email, password: PASSWORD }
      const { browser } = await connect(site(), scene.app, { person, scope: 'read' })
      assert.equal((await ofBrowsers(scene.me)).length, 2)
      assert.ok((await end(scene.me)).status < 300)
      for (const each of [scene.browser, browser]) assert.equal(await isSignedIn({ ...scene, browser: each }), false)
      const { status } = await site().kontor.get('/auth/me', { token: scene.me.token })
      if (status === 200) assert.deepEqual(await ofBrowsers(scene.me), [])
    })

  test('is not signed in again by requests that are under way while it is signed out', async () => {
    for (let round = 0; round < 5; round++) {
      const scene = await sceneAt(site())
      const addresses = await times(6, async () => (await request(scene.app, { scope: 'read' })).address)
      const cookie = [...scene.browser.cookies].map(([name, { value }]) => `${name.split(' ')[0]}=${value}`).join('; ')
      // Not through the browser: its cookies would change with each response.
      const walk = async (address: string): Promise<void> => {
        await fetch(address, { redirect: 'manual', headers: { cookie } })
      }
      const [ended] = await Promise.all([
        site().kontor.delete('/auth/sessions', { token: scene.me.token }),
        ...addresses.map(walk),
      ])
      assert.equal(ended.status, 204)
      assert.deepEqual(await ofBrowsers(scene.me), [])
      assert.equal(await isSignedIn(scene), false)
    }
  })

  test('is not signed in by what was answered before the user signed out everywhere', async () => {
    const { email } = await addUser(site().kontor.engine, 'viewer')
    const me = await signIn(site().kontor, email)
    const app = await appAt(site(), await site().register())
    const browser = site().browser()
    const page = (await browser.follow(await browser.open((await request(app)).address))) as Shown
    await browser.signIn({ email, password: PASSWORD })
    const { body } = await browser.ask(page, 'continue')
    assert.equal((await site().kontor.delete('/auth/sessions', { token: me.token })).status, 204)
    await browser.follow(await browser.open(body.data.returnTo))
    assert.deepEqual(await ofBrowsers(me), [])
    assert.equal(await isSignedIn({ app, browser }), false)
  })

  test('gets no code by a consent that was given before the user signed out everywhere', async () => {
    const { email } = await addUser(site().kontor.engine, 'viewer')
    const me = await signIn(site().kontor, email)
    const browser = site().browser()
    const { address } = await request(await appAt(site(), await site().register()), { scope: 'read' })
    const { page } = await browser.untilAsked(address, { email, password: PASSWORD })
    const { body } = await browser.ask(page, 'allow')
    assert.equal((await site().kontor.delete('/auth/sessions', { token: me.token })).status, 204)
    assert.ok(!((await browser.follow(await browser.open(body.data.returnTo))) instanceof URL))
  })
})
