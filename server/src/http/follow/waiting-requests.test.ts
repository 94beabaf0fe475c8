import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../core/problem.ts'
import { WaitingRequests } from './waiting-requests.ts'

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Problem).code
  }
}

test('twenty requests of a user may wait, and a thousand of all users', () => {
  const waiting = new WaitingRequests()
  const leave: (() => void)[] = []
  for (let user = 0; user < 50; user++)
    for (let count = 0; count < 20; count++) leave.push(waiting.enter(`user ${user}`))
  assert.equal(
    codeOf(() => waiting.enter('user 0')),
    'RATE_LIMIT_EXCEEDED',
  )
  assert.equal(
    codeOf(() => waiting.enter('user 50')),
    'OVERLOADED',
  )
  leave[0]!()
  assert.equal(
    codeOf(() => waiting.enter('user 0')),
    undefined,
  )
})
