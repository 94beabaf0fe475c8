import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { UsageError } from './command.ts'
import { askPassword, askSecretly } from './read-password.ts'

/** A terminal on which these keys are pressed, a part whenever a line is asked for. */
function terminalWith(...typed: string[]) {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => modes.push(isRaw) })
  let shown = ''
  const output = {
    write(text: string) {
      if (text.endsWith(': ')) assert.equal(modes.at(-1), true, 'what is typed at once would be shown')
      shown += text
      if (text.endsWith(': ')) setImmediate(() => input.write(typed.shift()!))
    },
  }
  return { input, output, modes, shown: () => shown }
}

test('a line is read without showing it, and the terminal is as it was afterwards', async () => {
  const terminal = terminalWith('pass word 8\r')
  assert.equal(await askSecretly(terminal, 'Password: '), 'pass word 8')
  assert.equal(terminal.shown(), 'Password: \n')
  assert.deepEqual(terminal.modes, [true, false])
})

test('the delete key takes back the last character, also one of several bytes', async () => {
  const terminal = terminalWith('ab\x7fcé🦄\b\x7fd\r')
  assert.equal(await askSecretly(terminal, 'Password: '), 'acd')
})

test('a password is asked for twice; an empty one means that one is generated', async () => {
  assert.equal(await askPassword(terminalWith('pass word 8\n', 'pass word 8\n')), 'pass word 8')
  assert.equal(await askPassword(terminalWith('\n')), undefined)
  await assert.rejects(askPassword(terminalWith('pass word 8\n', 'pass word 9\n')), /The two passwords differ/)
})

test('Ctrl-C and Ctrl-D cancel, and the terminal is as it was', async () => {
  for (const key of ['\x03', '\x04']) {
    const terminal = terminalWith(`pass${key}`)
    await assert.rejects(askSecretly(terminal, 'Password: '), UsageError)
    assert.deepEqual(terminal.modes, [true, false])
  }
})
