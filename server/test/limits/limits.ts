import assert from 'node:assert/strict'
import type { Answer } from '../support/kontor.ts'
import { assertRefused } from '../support/records.ts'

/** What the three headers say, as numbers. */
export const limitsOf = ({ headers }: Pick<Answer, 'headers'>) => ({
  limit: Number(headers['x-ratelimit-limit']),
  remaining: Number(headers['x-ratelimit-remaining']),
  reset: Number(headers['x-ratelimit-reset']),
})

/** Refused by a limit, in the envelope, and told when to come back: when the window ends. */
export function assertLimited(answer: Answer, limit: number): void {
  assertRefused(answer, 429, 'RATE_LIMIT_EXCEEDED')
  const shown = limitsOf(answer)
  assert.deepEqual([shown.limit, shown.remaining], [limit, 0])
  const wait = Number(answer.headers['retry-after'])
  assert.ok(Number.isInteger(wait) && wait >= 1, String(wait))
  assert.match(answer.headers.ratelimit!, new RegExp(`^"(minute|day)";r=0;t=${wait}$`))
}

/** What the log says of Redis. */
export function redisLog() {
  const lines: string[] = []
  return {
    lines,
    stream: { write: (line: string) => void (/Redis/.test(line) && lines.push(JSON.parse(line).msg)) },
  }
}
