import type { Command, Reply, Writer } from '../../core/command.ts'
import { Problem } from '../../core/problem.ts'
import { Remote, type RpcChannel } from '../../core/rpc/rpc.ts'
import { tracing } from '../../core/tracing.ts'
import type { WriteLock } from '../../db/engine.ts'
import type { WriteStats } from '../../db/write-queue/write-stats.ts'

/** How long a batch of this thread may take in further requests: no other request is served meanwhile. */
const MAX_HOLD_MS = 15
/** More are refused here, where that costs least. */
const WAITING_MAX = 2000
const RETRY_AFTER_SECONDS = 1

/** What a writer does for another thread or process. */
export type WriterServices = {
  /** `trace` is the `traceparent` of the request, where traces are exported. */
  readonly commit: (command: Command, trace?: string) => Promise<Reply>
  /** Returns the number under which the lock is released. */
  readonly acquireLock: () => Promise<number>
  readonly releaseLock: (lease: number) => void
  /** What the write queue of a thread has done. */
  readonly stats: () => WriteStats
  readonly close: () => Promise<void>
}

/** The name of the conversation. */
export const WRITER = 'writer'

/** A writer in another thread or process, and the lock that it grants to this one. */
export interface RemoteWriter extends Writer {
  readonly lock: WriteLock
  stats(): Promise<WriteStats>
  /** Writes nothing more. */
  close(): Promise<void>
  /** The writer has ended: rejects all that waits for it and all that is asked of it from now on. */
  abandon(cause: unknown): void
}

export function remoteWriter(channel: RpcChannel): RemoteWriter {
  const writer = new Remote<WriterServices>(channel, WRITER)
  let lease: number | undefined
  return {
    async commit(command) {
      if (writer.waiting >= WAITING_MAX) throw new Problem('OVERLOADED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      const trace = tracing?.current()
      return trace ? writer.ask('commit', command, trace) : writer.ask('commit', command)
    },
    lock: {
      maxHoldMs: MAX_HOLD_MS,
      async acquire() {
        lease = await writer.ask('acquireLock')
      },
      release() {
        if (lease !== undefined) writer.ask('releaseLock', lease).catch(() => {}) // nothing is left to release
        lease = undefined
      },
    },
    stats: () => writer.ask('stats'),
    close: () => writer.ask('close'),
    abandon(cause) {
      const unavailable = () => new Problem('UNAVAILABLE', { cause })
      writer.abandon(
        (name) => (name === 'commit' ? new Problem('OUTCOME_UNKNOWN', { cause }) : unavailable()),
        unavailable,
      )
    },
  }
}
