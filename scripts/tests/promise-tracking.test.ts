import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const GROUP = join(import.meta.dirname, 'group.ts')
const FILE = 'scripts/tests/unawaited-errors.ts'

test('an error that a test does not await fails that test', () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, ['--test-reporter=tap', GROUP, FILE], { env, encoding: 'utf8' })
  const results = [...stdout.matchAll(/^ {4}(ok|not ok) \d+ - (.*)$/gm)].map(([, result, title]) => [result, title])
  assert.deepEqual(results, [
    ['not ok', 'a timer'],
    ['not ok', 'a timer of a test that begins without a pause'],
    ['not ok', 'a rejected promise'],
    ['ok', 'no error'],
  ])
  const errors = [...stdout.matchAll(/error: '(in .*)'/g)].map(([, message]) => message)
  assert.deepEqual(errors, ['in a timer', 'in a second timer', 'in a promise'])
})
