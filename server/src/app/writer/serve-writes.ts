import { batchPerTick } from '../../core/batch-per-tick.ts'
import type { Writer } from '../../core/command.ts'
import { Problem } from '../../core/problem.ts'
import { tracing } from '../../core/tracing/tracing.ts'
import type { WriteLock } from '../../db/engine.ts'
import type { Channel } from './channel.ts'
import { type Answer, type Request, refusalOf } from './messages.ts'

type Commit = Extract<Request, { kind: 'commit' }>

/** A client that hangs must not stop all writes. The database itself still lets only one write at a time. */
const LEASE = {
  leaseMs: 10_000,
  after: (ms: number, work: () => void): void => void setTimeout(work, ms).unref(),
}

/** Writes for a client in another thread or process, and grants it the lock. Returns what to do when the client ends. */
export function serveWrites(
  channel: Channel<Answer, Request>,
  writer: Writer,
  lock: WriteLock,
  { leaseMs, after } = LEASE,
): () => void {
  /** All answers of one commit go in one message. */
  const answer = batchPerTick<Answer>((answers) => channel.send(answers), queueMicrotask)
  let isGone = false
  /** The number of the request that holds the lock. */
  let holder: number | undefined

  async function commit({ id, command, trace }: Commit): Promise<void> {
    const write = () => writer.commit(command)
    try {
      answer({ kind: 'reply', id, reply: await (tracing && trace ? tracing.within(trace, write) : write()) })
    } catch (error) {
      if (error instanceof Problem) answer({ kind: 'refusal', id, refusal: refusalOf(error) })
      else answer({ kind: 'failure', id, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  async function acquire(id: number): Promise<void> {
    await lock.acquire()
    holder = id
    if (isGone) release(id)
    else {
      channel.send([{ kind: 'lock-acquired', id }])
      after(leaseMs, () => release(id))
    }
  }

  function release(id: number | undefined): void {
    if (holder === undefined || holder !== id) return
    holder = undefined
    lock.release()
  }

  channel.listen((requests) => {
    for (const request of requests) {
      if (request.kind === 'commit') commit(request)
      else if (request.kind === 'acquire-lock') acquire(request.id)
      else if (request.kind === 'release-lock') release(request.id)
    }
  })
  return () => {
    isGone = true
    release(holder)
  }
}
