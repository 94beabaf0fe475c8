import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProgressLine } from './progress-line.ts'

/** A fake terminal, and a clock that is moved by hand. */
function watched(isTTY: boolean) {
  const written: string[] = []
  let now = 1000
  const line = new ProgressLine({ isTTY, write: (text: string) => written.push(text) }, 'items', 1000, () => now)
  return {
    written,
    line,
    after(ms: number) {
      now += ms
    },
  }
}

test('on a terminal one line is redrawn, at most as often as it can be read, and cleared in the end', () => {
  const { written, line, after } = watched(true)
  line.reached(0)
  after(50)
  line.reached(100)
  after(450)
  line.reached(500)
  assert.deepEqual(written, [
    `\ritems     [${'.'.repeat(24)}]   0 % 0 of 1,000\x1b[K`,
    `\ritems     [${'#'.repeat(12)}${'.'.repeat(12)}]  50 % 500 of 1,000, 1,000/s\x1b[K`,
  ])
  after(500)
  assert.equal(line.end(1000), 'Created 1,000 items in 1 s (1,000/s).')
  assert.equal(written.at(-1), '\r\x1b[K')
})

test('elsewhere there is a plain line every few seconds, and none for work that is soon done', () => {
  const { written, line, after } = watched(false)
  line.reached(0)
  after(1000)
  line.reached(200)
  assert.deepEqual(written, [])
  after(4000)
  line.reached(800)
  assert.deepEqual(written, ['items: 800 of 1,000, 160/s\n'])
  after(2500)
  assert.equal(line.end(900), 'Created 900 items in 7.5 s (120/s).')
  assert.equal(written.length, 1)
})
