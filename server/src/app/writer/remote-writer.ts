import { batchPerTick } from '../../core/batch-per-tick.ts'
import type { Reply, Writer } from '../../core/command.ts'
import { Problem } from '../../core/problem.ts'
import { tracing } from '../../core/tracing/tracing.ts'
import type { WriteLock } from '../../db/engine.ts'
import type { WriteStats } from '../../db/write-queue/write-stats.ts'
import type { Channel } from './channel.ts'
import { type Answer, problemOf, type Request } from './messages.ts'

/** How long a batch of this thread may take in further requests: no other request is served meanwhile. */
const MAX_HOLD_MS = 15

/** More are refused here, where that costs least. */
const WAITING_MAX = 2000
const RETRY_AFTER_SECONDS = 1

/** Which request an answer belongs to. Other messages come the same way, with numbers of their own. */
const ASKED_BY: Readonly<Record<Answer['kind'], Waiting['kind']>> = {
  reply: 'commit',
  refusal: 'commit',
  failure: 'commit',
  'lock-acquired': 'acquire-lock',
  stats: 'stats',
}

interface Waiting {
  readonly kind: 'commit' | 'acquire-lock' | 'stats'
  resolve(result?: unknown): void
  reject(error: Error): void
}

/** A writer in another thread or process, and the lock that it grants to this one. */
export interface RemoteWriter extends Writer {
  readonly lock: WriteLock
  /** What its write queue has done. */
  stats(): Promise<WriteStats>
  /** The writer has ended: rejects all that waits for it and all that is asked of it from now on. */
  abandon(cause: unknown): void
}

export function remoteWriter(channel: Channel<Request, Answer>): RemoteWriter {
  const waiting = new Map<number, Waiting>()
  /** All requests of one turn of the event loop go in one message. */
  const send = batchPerTick<Request>((requests) => channel.send(requests), queueMicrotask)
  let lastId = 0
  let lockId: number | undefined
  let isGone = false

  /** An answer counts only if its number belongs to a request of its kind that still waits. */
  function settle(answer: Answer): void {
    const asked = waiting.get(answer.id)
    if (!asked || ASKED_BY[answer.kind] !== asked.kind) return
    waiting.delete(answer.id)
    if (answer.kind === 'reply') asked.resolve(answer.reply)
    else if (answer.kind === 'refusal') asked.reject(problemOf(answer.refusal))
    else if (answer.kind === 'failure') asked.reject(answer.error)
    else if (answer.kind === 'stats') asked.resolve(answer.stats)
    else {
      lockId = answer.id
      asked.resolve()
    }
  }

  channel.listen((answers) => {
    for (const answer of answers) settle(answer)
  })

  const ask = <T>(kind: Waiting['kind'], requestOf: (id: number) => Request): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isGone) return reject(new Problem('UNAVAILABLE'))
      if (kind === 'commit' && waiting.size >= WAITING_MAX)
        return reject(new Problem('OVERLOADED', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
      const id = ++lastId
      waiting.set(id, { kind, resolve: resolve as Waiting['resolve'], reject })
      send(requestOf(id))
    })

  return {
    commit: (command) => {
      const trace = tracing?.current()
      return ask<Reply>('commit', (id) => ({ kind: 'commit', id, command, ...(trace && { trace }) }))
    },
    lock: {
      maxHoldMs: MAX_HOLD_MS,
      acquire: () => ask<void>('acquire-lock', (id) => ({ kind: 'acquire-lock', id })),
      release() {
        if (lockId !== undefined) send({ kind: 'release-lock', id: lockId })
        lockId = undefined
      },
    },
    stats: () => ask<WriteStats>('stats', (id) => ({ kind: 'stats', id })),
    abandon(cause) {
      isGone = true
      for (const { kind, reject } of waiting.values())
        reject(new Problem(kind === 'commit' ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE', { cause }))
      waiting.clear()
    },
  }
}
