import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import type { Answer } from '../support/kontor.ts'
import { addUser, callFrom, PASSWORD } from '../support/people.ts'
import { assertRefused, times } from '../support/records.ts'
import { SECOND, stoppedKontorFor } from '../support/stopped-clock.ts'

const WRONG = 'a wrong password'
const FREE = 5

onEveryDatabase('Guessing passwords', (kind) => {
  const kontor = stoppedKontorFor(kind)
  const login = (address: string, email: string, password: string) =>
    callFrom(kontor().app.server, address, 'POST', '/auth/login', { body: { email, password } })
  const newUser = async () => (await addUser(kontor().engine, 'viewer')).email
  const codesOf = (answers: readonly Answer[]) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(answers, ({ body }) => body.error.code)).map(([code, group]) => [
        code,
        group!.length,
      ]),
    )

  test('of forty concurrent guesses at most five are checked', async () => {
    const email = await newUser()
    const answers = await times(40, (index) => login('10.1.0.1', email, `${WRONG} ${index}`))
    assert.deepEqual(codesOf(answers), { INVALID_CREDENTIALS: FREE, TOO_MANY_ATTEMPTS: 40 - FREE })
    for (const answer of answers.filter(({ status }) => status === 429)) {
      assertRefused(answer, 429, 'TOO_MANY_ATTEMPTS')
      assert.equal(answer.headers['retry-after'], '1')
    }
  })

  test('not even the right password is checked during the wait', async () => {
    const email = await newUser()
    await times(FREE, () => login('10.1.0.2', email, WRONG))
    assertRefused(await login('10.1.0.2', email, PASSWORD), 429, 'TOO_MANY_ATTEMPTS')
  })

  test('an account that does not exist is protected in the same way', async () => {
    const answers = await times(8, () => login('10.1.0.3', 'unknown@people.example', WRONG))
    assert.deepEqual(codesOf(answers), { INVALID_CREDENTIALS: FREE, TOO_MANY_ATTEMPTS: 3 })
  })

  test('a client that waits as long as it was told to is admitted again, and the next wait is longer', async () => {
    const email = await newUser()
    await times(FREE, () => login('10.1.0.4', email, WRONG))
    for (const expected of ['1', '2', '4']) {
      const refused = await login('10.1.0.4', email, WRONG)
      assert.equal(refused.headers['retry-after'], expected)
      kontor.advance(Number(expected) * SECOND)
      assertRefused(await login('10.1.0.4', email, WRONG), 401, 'INVALID_CREDENTIALS')
    }
    kontor.advance(8 * SECOND)
    assert.equal((await login('10.1.0.4', email, PASSWORD)).status, 200)
  })

  test('the owner signs in from another address during an attack', async () => {
    const email = await newUser()
    await times(20, () => login('10.1.0.5', email, WRONG))
    assert.equal((await login('10.1.0.6', email, PASSWORD)).status, 200)
    assertRefused(await login('10.1.0.5', email, PASSWORD), 429, 'TOO_MANY_ATTEMPTS')
  })

  test('another account is not blocked at the same address', async () => {
    const [email, colleague] = [await newUser(), await newUser()]
    await times(FREE, () => login('10.1.0.7', email, WRONG))
    assert.equal((await login('10.1.0.7', colleague, PASSWORD)).status, 200)
  })

  test('a success resets the failures before it', async () => {
    const email = await newUser()
    for (let round = 0; round < 3; round++) {
      await times(FREE - 1, () => login('10.1.0.8', email, WRONG))
      assert.equal((await login('10.1.0.8', email, PASSWORD)).status, 200)
    }
  })

  test('all addresses of one IPv6 /64 share the attempts', async () => {
    const email = await newUser()
    for (let host = 1; host <= FREE; host++) await login(`2001:db8:7:7::${host}`, email, WRONG)
    assertRefused(await login('2001:db8:7:7:8000::1', email, PASSWORD), 429, 'TOO_MANY_ATTEMPTS')
    assert.equal((await login('2001:db8:7:8::1', email, PASSWORD)).status, 200)
  })

  test('an IPv4 address written as IPv6 does not get new attempts', async () => {
    const email = await newUser()
    await times(FREE, () => login('10.1.0.9', email, WRONG))
    assertRefused(await login('::ffff:10.1.0.9', email, PASSWORD), 429, 'TOO_MANY_ATTEMPTS')
  })

  test('a forwarded address is ignored unless the proxy is trusted', async () => {
    const email = await newUser()
    const forwarded = (index: number) =>
      callFrom(kontor().app.server, '10.1.0.10', 'POST', '/auth/login', {
        body: { email, password: WRONG },
        headers: { 'x-forwarded-for': `10.2.0.${index}` },
      })
    const answers = await times(8, forwarded)
    assert.deepEqual(codesOf(answers), { INVALID_CREDENTIALS: FREE, TOO_MANY_ATTEMPTS: 3 })
  })

  test('a login with faults in its body costs no attempt', async () => {
    const email = await newUser()
    await times(20, () => login('10.1.0.11', email, ''))
    assert.equal((await login('10.1.0.11', email, PASSWORD)).status, 200)
  })
})
