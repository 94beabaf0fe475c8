import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import type { Browser, Shown } from '../oauth/browser.ts'
import { appAt, connect, refusedWith, request, type Site, siteFor } from '../oauth/site.ts'
import { whileHashingIsBusy } from '../support/busy-hashing.ts'
import { onEveryDatabase } from '../support/databases.ts'
import type { Answer } from '../support/kontor.ts'
import { addUser, callFrom, PASSWORD, signIn } from '../support/people.ts'
import { assertRefused, times } from '../support/records.ts'
import { cookieIn, ui } from '../support/web-session.ts'

const NEW = 'an entirely new one'
const ROUNDS = 3
const ROUNDS_MAX = 20
const SIGN_INS = 8
/** The throttle lets so many attempts of one user from one address run at once. */
const FROM_ONE_ADDRESS = 4

/**
 * Starts a password change and then some work that checks the old password. The requests wait in the queue of the
 * password hashing: all of them have read the user before the change is committed, and all but one check the password
 * after it.
 */
async function duringPasswordChange<T>({ kontor }: Site, id: string, work: () => Promise<T>): Promise<T> {
  return whileHashingIsBusy(async () => {
    const change = kontor.put(`/users/${id}`, { password: NEW })
    await kontor.get('/auth/me') // by now the change waits in the queue
    const [result, { status, text }] = await Promise.all([work(), change])
    assert.equal(status, 200, text)
    return result
  })
}

onEveryDatabase('After a password change', (kind) => {
  const site = siteFor(kind)
  const refusedEverywhere = async ({ token, refreshToken }: { token: string; refreshToken?: string }) => {
    const { kontor } = site()
    assertRefused(await kontor.get('/auth/me', { token }), 401, 'INVALID_TOKEN')
    if (!refreshToken) return
    const refreshed = await kontor.post('/auth/refresh', { refreshToken }, { token: null })
    assertRefused(refreshed, 401, 'INVALID_REFRESH_TOKEN')
  }
  const assertNoneWorks = async (answers: readonly Answer[]) => {
    for (const { status, body, text } of answers) {
      if (status === 200) await refusedEverywhere(body.data)
      else assert.equal(body.error.code, 'INVALID_CREDENTIALS', text)
    }
  }

  /** On a busy machine, all sign-ins of a round may be checked before the change: such a round is repeated. */
  const repeatedly = async (wanted: number, round: (index: number) => Promise<readonly Answer[]>) => {
    let telling = 0
    for (let index = 0; index < ROUNDS_MAX && telling < wanted; index++) {
      const answers = await round(index)
      if (answers.some(({ status }) => status === 401)) telling++
    }
    assert.equal(telling, wanted, `in ${ROUNDS_MAX} rounds, too few had a sign-in that was checked after the change`)
  }

  test('no session works that a sign-in under way opened with the old password', async () => {
    const { kontor } = site()
    await repeatedly(ROUNDS, async (round) => {
      const { id, email } = await addUser(kontor.engine, 'viewer')
      const body = { email, password: PASSWORD }
      const answers = await duringPasswordChange(site(), id, () =>
        times(SIGN_INS, (index) =>
          callFrom(kontor.app.server, `198.51.${round}.${index}`, 'POST', '/auth/login', { body }),
        ),
      )
      assert.equal((await kontor.login(email, NEW)).status, 200)
      await assertNoneWorks(answers)
      return answers
    })
  })

  test('no session of the web interface works that was opened with the old password', async () => {
    const { kontor } = site()
    await repeatedly(1, async () => {
      const { id, email } = await addUser(kontor.engine, 'viewer')
      const body = { email, password: PASSWORD }
      const answers = await duringPasswordChange(site(), id, () =>
        times(FROM_ONE_ADDRESS, () => ui(kontor, 'POST', '', { body })),
      )
      for (const answer of answers.filter(({ status }) => status === 200)) {
        const refreshed = await ui(kontor, 'POST', '/refresh', { cookie: cookieIn(answer).value })
        assertRefused(refreshed, 401, 'INVALID_REFRESH_TOKEN')
      }
      await assertNoneWorks(answers)
      return answers
    })
  })

  test('a change of the own password under way with the old one is refused', async () => {
    const { kontor } = site()
    await repeatedly(1, async () => {
      const { id, email } = await addUser(kontor.engine, 'viewer')
      const { token } = await signIn(kontor, email)
      const other = 'a password of a stranger'
      const body = { currentPassword: PASSWORD, newPassword: other }
      const answer = await duringPasswordChange(site(), id, () => kontor.post('/auth/password', body, { token }))
      assertRefused(await kontor.login(email, other), 401, 'INVALID_CREDENTIALS')
      assert.equal((await kontor.login(email, NEW)).status, 200)
      if (answer.status === 204) return [] // it came first, and the other change replaced its password
      // The change has also ended the session that asks: which of the two is noticed first depends on the load.
      const isPasswordChecked = answer.body.error?.code === 'INVALID_CREDENTIALS'
      assertRefused(answer, 401, isPasswordChecked ? 'INVALID_CREDENTIALS' : 'INVALID_TOKEN')
      return [answer]
    })
  })

  test('no sign-in of a browser for an app works that was made with the old password', async () => {
    const { kontor } = site()
    const app = await appAt(site(), await site().register())
    const { id, email } = await addUser(kontor.engine, 'viewer')
    const browsers = Array.from({ length: FROM_ONE_ADDRESS }, () => site().browser())
    const pages = await Promise.all(browsers.map(async (browser) => pageFor(browser, (await request(app)).address)))
    await duringPasswordChange(site(), id, () =>
      Promise.all(
        browsers.map(async (browser, index) => {
          await browser.signIn({ email, password: PASSWORD })
          const { body } = await browser.ask(pages[index]!, 'continue')
          if (body.data) await browser.follow(await browser.open(body.data.returnTo))
        }),
      ),
    )
    for (const browser of browsers) {
      const page = await pageFor(browser, (await request(app)).address)
      assertRefused(await browser.ask(page, 'continue'), 401, 'UNAUTHORIZED')
    }
  })

  test('no app is let in by a consent that was shown before, and no code issued before is traded', async () => {
    const { kontor } = site()
    const app = await appAt(site(), await site().register())
    const { id, email } = await addUser(kontor.engine, 'viewer')
    const person = { email, password: PASSWORD }
    const [asked, trading] = [site().browser(), site().browser()]
    const { page } = await asked.untilAsked((await request(app)).address, person)
    const { address, checks } = await request(app)
    const back = await trading.authorise(address, person)

    assert.equal((await kontor.put(`/users/${id}`, { password: NEW })).status, 200)
    assertRefused(await asked.ask(page, 'allow'), 401, 'UNAUTHORIZED')
    await refusedWith(client.authorizationCodeGrant(app, back, checks), 'invalid_grant')
    await connect(site(), app, { browser: trading, person: { email, password: NEW } })
  })
})

/** The page that an app sends the browser to. */
async function pageFor(browser: Browser, address: string): Promise<Shown> {
  const page = await browser.follow(await browser.open(address))
  assert.ok(!(page instanceof URL))
  return page
}
