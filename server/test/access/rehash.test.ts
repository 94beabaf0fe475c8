import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type User, users } from '../../src/auth/access.resources.ts'
import { hashPassword } from '../../src/auth/passwords.ts'
import { appAt, connect, siteFor } from '../oauth/site.ts'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import type { Kontor } from '../support/kontor.ts'
import { addUser, behindTheScenes, PASSWORD, signIn } from '../support/people.ts'
import { assertRefused, times } from '../support/records.ts'

const EARLIER = { memory: 16, passes: 2, parallelism: 1 }
const NEW = 'an entirely new one'

const stored = ({ engine }: Kontor, id: string): Promise<User> =>
  behindTheScenes(engine, (records) => records.get(users, id))
const costOf = ({ passwordHash }: User) => /m=(\d+),t=(\d+),p=(\d+)/.exec(passwordHash!)![0]

/** A user whose password was set under other parameters than those of today. */
const addEarlier = async ({ engine }: Kontor): Promise<User> =>
  addUser(engine, 'viewer', { passwordHash: await hashPassword(PASSWORD, EARLIER) })

onEveryDatabase('A sign-in after the parameters of password hashing have changed', (kind) => {
  const site = siteFor(kind)
  const kontor = () => site().kontor

  test('renews the digest, and is no change of the user: neither version nor sessions are affected', async () => {
    const { id } = await addEarlier(kontor())
    const before = await stored(kontor(), id)
    const current = costOf(await addUser(kontor().engine, 'viewer'))
    assert.notEqual(costOf(before), current)
    const first = await signIn(kontor(), before.email)
    const after = await stored(kontor(), before.id)
    assert.equal(costOf(after), current)
    assert.deepEqual({ ...after, passwordHash: null }, { ...before, passwordHash: null })
    assert.deepEqual(await auditLog(kontor(), `recordId=${before.id}&action=update`), [])

    await signIn(kontor(), before.email)
    assert.equal((await stored(kontor(), before.id)).passwordHash, after.passwordHash, 'once is enough')
    assert.equal((await kontor().get('/auth/me', { token: first.token })).status, 200)
  })

  test('does not renew it if the password is wrong', async () => {
    const user = await addEarlier(kontor())
    assertRefused(await kontor().login(user.email, 'not the password'), 401, 'INVALID_CREDENTIALS')
    assert.equal((await stored(kontor(), user.id)).passwordHash, user.passwordHash)
  })

  test('lets several sign-ins at the same time succeed', async () => {
    const user = await addEarlier(kontor())
    const answers = await times(4, () => kontor().login(user.email, PASSWORD))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
  })

  test('never restores a password that was changed meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await addEarlier(kontor())
      const attempts = times(3, () => kontor().login(user.email, PASSWORD))
      const { status } = await kontor().put(`/users/${user.id}`, { password: NEW })
      assert.equal(status, 200)
      await attempts
      assertRefused(await kontor().login(user.email, PASSWORD), 401, 'INVALID_CREDENTIALS')
      assert.equal((await kontor().login(user.email, NEW)).status, 200)
    }
  })

  test('keeps a browser signed in that has signed in for an app, where the digest is renewed too', async () => {
    const user = await addEarlier(kontor())
    const app = await appAt(site(), await site().register())
    const person = { email: user.email, password: PASSWORD }
    const { browser } = await connect(site(), app, { person, scope: 'read' })
    assert.notEqual((await stored(kontor(), user.id)).passwordHash, user.passwordHash)
    browser.pages.length = 0
    await connect(site(), app, { person, browser, scope: 'read' })
    assert.equal(browser.pages.length, 0)
  })
})
