import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionLimit, openFilesLimit } from './connection-limit.ts'

test('a fifth of the files that a process may open, and no less than a hundred, is not used for connections', () => {
  assert.equal(connectionLimit(200), 100)
  assert.equal(connectionLimit(1024), 819)
  assert.equal(connectionLimit(10_000), 8000)
})

test('there is at least one connection, and at most 20,000', () => {
  assert.equal(connectionLimit(64), 1)
  assert.equal(connectionLimit(1_048_576), 20_000)
  assert.equal(connectionLimit(Infinity), 20_000)
})

test('the limit of open files is the one that the system states', { skip: process.platform !== 'linux' }, () => {
  const { userLimits } = process.report.getReport() as { userLimits: { open_files: { soft: number | 'unlimited' } } }
  const { soft } = userLimits.open_files
  assert.equal(openFilesLimit(), soft === 'unlimited' ? Infinity : soft)
})
