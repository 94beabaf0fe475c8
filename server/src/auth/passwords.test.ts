import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../core/problem.ts'
import { hashPassword, isPassword, randomPassword } from './passwords.ts'

const AT_ONCE = 2
const WAITING = 64

test('a password is recognised by its digest, and no other is', async () => {
  const digest = await hashPassword('correct horse battery staple')
  assert.ok(await isPassword('correct horse battery staple', digest))
  for (const other of ['correct horse battery stapl', 'Correct horse battery staple', '', ' ']) {
    assert.equal(await isPassword(other, digest), false, other)
  }
})

test('the digest is argon2id in the usual notation and contains nothing of the password', async () => {
  const digest = await hashPassword('hunter2-hunter2')
  assert.match(digest, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.doesNotMatch(digest, /hunter2/)
})

test('the same password gets another digest every time', async () => {
  assert.notEqual(await hashPassword('same password'), await hashPassword('same password'))
})

test('a digest that other software made is recognised too', async () => {
  // The reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
  const foreign = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.ok(await isPassword('password', foreign))
  assert.equal(await isPassword('Password', foreign), false)
})

test('letters that look alike and mean the same are the same password', async () => {
  const digest = await hashPassword('Zoë passwörd ﬁne')
  assert.ok(await isPassword('Zoe\u0308 passwo\u0308rd fine', digest))
})

test('a missing password hash matches no password, not even an empty one', async () => {
  assert.equal(await isPassword('', null), false)
  assert.equal(await isPassword('anything', null), false)
})

test('a generated password can be read aloud and is never the same', () => {
  const made = Array.from({ length: 200 }, randomPassword)
  for (const password of made) assert.match(password, /^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/)
  assert.equal(new Set(made).size, made.length)
})

test('when too many checks wait, the next one is refused and the waiting ones are unaffected', async () => {
  const digest = await hashPassword('correct horse')
  const outcomes = await Promise.allSettled(
    Array.from({ length: AT_ONCE + WAITING + 3 }, () => isPassword('correct horse', digest)),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  assert.equal(refused.length, 3)
  for (const problem of refused) {
    assert.ok(problem instanceof Problem)
    assert.equal(problem.code, 'TOO_MANY_ATTEMPTS')
    assert.ok(problem.retryAfterSeconds! > 0)
  }
  assert.ok(outcomes.every((outcome) => outcome.status === 'rejected' || outcome.value))
  assert.ok(await isPassword('correct horse', digest))
})
