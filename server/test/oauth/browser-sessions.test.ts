import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as client from 'openid-client'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { addUser, PASSWORD, type Person, signedIn, signIn } from '../support/people.ts'
import { assertRefused, times } from '../support/records.ts'
import { actionIn, type Browser, type Shown } from './browser.ts'
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

onEveryDatabase('A browser that is signed in for apps', (kind) => {
  const site = siteFor(kind)
  const listed = async ({ token }: Pick<Person, 'token'>) =>
    (await site().kontor.get('/auth/sessions', { token })).body.data as {
      id: string
      kind: string
      isCurrent: boolean
      address: string
      userAgent: string
      createdAt: string
    }[]
  const ofBrowsers = async (me: Pick<Person, 'token'>) =>
    (await listed(me)).filter((session) => session.kind === 'oauth')

  /** Whether the browser would be asked for a password: by the page that an app leads to. */
  async function isSignedIn({ app, browser }: Pick<Scene, 'app' | 'browser'>): Promise<boolean> {
    const place = await browser.follow(await browser.open((await request(app, { scope: 'read' })).address))
    return place instanceof URL || !actionIn(place).endsWith('/sign-in')
  }

  test('is listed among the sessions of its user, with its kind, device and place', async () => {
    const { me, browser } = await sceneAt(site())
    const sessions = await listed(me)
    assert.deepEqual(sessions.map((session) => session.kind).sort(), ['api', 'oauth'])
    const [found] = await ofBrowsers(me)
    assert.deepEqual([found!.isCurrent, found!.address, found!.userAgent], [false, '127.0.0.1', 'node'])
    assert.ok(Math.abs(Date.now() - Date.parse(found!.createdAt)) < 60_000)
    for (const { value } of browser.cookies.values())
      assert.ok(!JSON.stringify(sessions).includes(value), 'nothing that is shown opens the session')
    assert.deepEqual(await ofBrowsers(await signedIn(site().kontor, 'admin')), [])
  })

  test('stays one session while it connects further apps', async () => {
    const scene = await sceneAt(site())
    const person = { email: scene.me.email, password: PASSWORD }
    const [before] = await ofBrowsers(scene.me)
    await connect(site(), await appAt(site(), await site().register()), { ...scene, person, scope: 'read' })
    const [after, ...others] = await ofBrowsers(scene.me)
    assert.deepEqual(others, [])
    assert.equal(after!.createdAt, before!.createdAt)
  })

  test('can be ended alone; the app stays connected', async () => {
    const scene = await sceneAt(site())
    const other = await signIn(site().kontor, scene.me.email)
    const [{ id } = assert.fail()] = await ofBrowsers(scene.me)
    const path = `/auth/sessions/${id}`
    const stranger = await signedIn(site().kontor, 'admin')
    assertRefused(await site().kontor.delete(path, { token: stranger.token }), 404, 'NOT_FOUND')
    assert.ok(await isSignedIn(scene))
    const [current = assert.fail()] = await ofBrowsers(scene.me)
    const ended = await site().kontor.delete(`/auth/sessions/${current.id}`, { token: scene.me.token })
    assert.equal(ended.status, 204, ended.text)
    assert.equal(await isSignedIn(scene), false)
    assert.deepEqual(await ofBrowsers(scene.me), [])
    assert.equal((await listed(scene.me)).length, 2)
    assert.equal((await site().kontor.get('/auth/me', { token: other.token })).status, 200)
    assert.equal((await site().api(scene.accessToken)).status, 200)
    const again = await site().kontor.delete(`/auth/sessions/${current.id}`, { token: scene.me.token })
    assertRefused(again, 404, 'NOT_FOUND')
    const entries = await auditLog(site().kontor, `recordId=${scene.me.id}&action=logout`)
    assert.deepEqual(
      entries.map(({ changes, actor }) => [changes.reason, actor]),
      [[[null, 'ended by its user'], scene.me.id]],
    )
  })

  test('can sign in again after it was ended', async () => {
    const scene = await sceneAt(site())
    assert.equal((await site().kontor.delete('/auth/sessions', { token: scene.me.token })).status, 204)
    await connect(site(), scene.app, { ...scene, person: { email: scene.me.email, password: PASSWORD }, scope: 'read' })
    assert.equal((await ofBrowsers(scene.me)).length, 1)
    assert.ok(await isSignedIn(scene))
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
    test(`is ended by ${title}, in every browser`, async () => {
      const scene = await sceneAt(site())
      const person = { email: scene.me.email, password: PASSWORD }
      const { browser } = await connect(site(), scene.app, { person, scope: 'read' })
      assert.equal((await ofBrowsers(scene.me)).length, 2)
      assert.ok((await end(scene.me)).status < 300)
      for (const each of [scene.browser, browser]) assert.equal(await isSignedIn({ ...scene, browser: each }), false)
      const { status } = await site().kontor.get('/auth/me', { token: scene.me.token })
      if (status === 200) assert.deepEqual(await ofBrowsers(scene.me), [])
    })

  test('is not brought back by requests that are under way while it is ended', async () => {
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

  test('is not signed in by a form that was sent before the user signed out everywhere', async () => {
    const { email } = await addUser(site().kontor.engine, 'viewer')
    const me = await signIn(site().kontor, email)
    const app = await appAt(site(), await site().register())
    const browser = site().browser()
    const page = (await browser.follow(await browser.open((await request(app)).address))) as Shown
    const sent = await browser.submit(actionIn(page), { email, password: PASSWORD })
    assert.equal(sent.status, 303)
    assert.equal((await site().kontor.delete('/auth/sessions', { token: me.token })).status, 204)
    await browser.follow(sent)
    assert.deepEqual(await ofBrowsers(me), [])
    assert.equal(await isSignedIn({ app, browser }), false)
  })
})
