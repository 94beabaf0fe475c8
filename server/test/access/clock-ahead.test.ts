import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, type Kontor, kontorFor } from '../support/kontor.ts'
import { addUser, PASSWORD, signedIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { addApp } from '../support/second-factor.ts'
import { DAY, HOUR } from '../support/stopped-clock.ts'

const YEAR = 365 * DAY

/** Does something while the clock is ahead, and sets it right again. */
async function whileAhead<T>(kontor: Kontor, work: () => Promise<T>, ms = YEAR): Promise<T> {
  kontor.advance(ms)
  try {
    return await work()
  } finally {
    kontor.advance(-ms)
  }
}

onEveryDatabase('What was stored while the clock was ahead', (kind) => {
  const kontor = kontorFor(kind)

  test('does not keep a session alive until that clock is reached', async () => {
    const { email } = await addUser(kontor().engine, 'sales')
    const { token, refreshToken } = (await whileAhead(kontor(), () => kontor().login(email, PASSWORD))).body.data
    assertRefused(await kontor().get('/auth/me', { token }), 401, 'TOKEN_EXPIRED')
    assertRefused(await kontor().post('/auth/refresh', { refreshToken }, { token: null }), 401, 'INVALID_REFRESH_TOKEN')
    assert.equal((await kontor().login(email, PASSWORD)).status, 200)
  })

  test('ends no session if the clock was ahead by hours only', async () => {
    const { email } = await addUser(kontor().engine, 'sales')
    const { token } = (await whileAhead(kontor(), () => kontor().login(email, PASSWORD), 2 * HOUR)).body.data
    assert.equal((await kontor().get('/auth/me', { token })).status, 200)
  })

  test('confirms no sensitive change', async () => {
    const { email } = await addUser(kontor().engine, 'admin')
    const { token } = (await whileAhead(kontor(), () => kontor().login(email, PASSWORD), 2 * HOUR)).body.data
    const key = { name: 'Key', scopes: ['read'] }
    assertRefused(await kontor().post('/api-keys', key, { token }), 403, 'REAUTHENTICATION_REQUIRED')
    assert.equal((await kontor().post('/auth/reauthenticate', { password: PASSWORD }, { token })).status, 200)
    assert.equal((await kontor().post('/api-keys', key, { token })).status, 201)
  })

  test('is no link to set a password, and no challenge of a second factor', async () => {
    const person = await signedIn(kontor(), 'sales')
    const app = await addApp(kontor(), person)
    const { link, challenge } = await whileAhead(kontor(), async () => {
      const { token } = (await kontor().login(ADMIN.email, ADMIN.password)).body.data
      const made = await kontor().post(`/users/${person.id}/password-link`, {}, { token })
      const login = await kontor().login(person.email, PASSWORD)
      return { link: made.body.data.link as string, challenge: login.body.error.challenge as string }
    })
    const token = link.split('/').at(-1)!
    assertRefused(await kontor().post('/auth/password-links/look-up', { token }, { token: null }), 422, 'INVALID_LINK')
    const answer = await kontor().post('/auth/login', { challenge, code: app.code() }, { token: null })
    assertRefused(answer, 401, 'CHALLENGE_EXPIRED')
  })

  test('is no code of an authenticator app that keeps later ones from being accepted', async () => {
    const person = await signedIn(kontor(), 'sales')
    const app = await addApp(kontor(), person)
    const { email } = person
    const step = async () => {
      const { challenge } = (await kontor().login(email, PASSWORD)).body.error
      return kontor().post('/auth/login', { challenge, code: app.code() }, { token: null })
    }
    assert.equal((await whileAhead(kontor(), step)).status, 200)
    assert.equal((await step()).status, 200)
  })
})
