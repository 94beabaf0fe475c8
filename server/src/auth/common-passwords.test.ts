import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import { mostCommon } from '../../../scripts/common-passwords.ts'
import { FILTER_FILE, isCommonPassword, plainPassword } from './common-passwords.ts'
import { passwordFault } from './password-rules.ts'
import { randomPassword } from './passwords.ts'

test('each of the 100,000 most common passwords is refused, in any case and with blanks around it', () => {
  const passwords = mostCommon()
  assert.equal(passwords.length, 100_000)
  assert.deepEqual(passwords.slice(0, 3), ['123456', 'password', '12345678'])
  const spellings = (password: string) => [password, password.toUpperCase(), ` ${password}   `]
  const accepted = passwords.flatMap(spellings).filter((password) => passwordFault(password) === undefined)
  assert.deepEqual(accepted, [])
})

test('of other passwords at most one in 100,000 is taken for a common one', () => {
  const count = 400_000
  let taken = 0
  for (let index = 0; index < count; index++) {
    const random = createHash('sha256').update(`candidate ${index}`).digest('base64url').slice(0, 14)
    if (isCommonPassword(plainPassword(random))) taken++
  }
  assert.ok(taken <= count / 100_000 + 6, `${taken} of ${count}`) // expected are 4; more than 10 are as good as impossible
})

test('passwords that Kontor makes up, and phrases, are accepted', () => {
  const made = Array.from({ length: 100 }, randomPassword)
  const phrases = ['correct horse battery staple', 'a-password-for-tests', 'пароль которого нет']
  for (const password of [...made, ...phrases]) assert.equal(passwordFault(password), undefined, password)
})

test('the list takes at most 300 kB', () => {
  assert.ok(statSync(FILTER_FILE).size <= 300_000)
})
