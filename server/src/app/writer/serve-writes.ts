import type { Writer } from '../../core/command.ts'
import { type RpcChannel, serve } from '../../core/rpc/rpc.ts'
import { tracing } from '../../core/tracing.ts'
import type { WriteLock } from '../../db/engine.ts'
import { WRITER, type WriterServices } from './remote-writer.ts'

/** A client that hangs must not stop all writes. The database itself still lets only one write at a time. */
export const LEASE = {
  leaseMs: 10_000,
  after: (ms: number, work: () => void): void => void setTimeout(work, ms).unref(),
}

/** Writes for a client in another thread or process, and grants it the lock. Returns what to do when the client ends. */
export function serveWrites(
  channel: RpcChannel,
  writer: Writer,
  lock: WriteLock,
  { leaseMs, after } = LEASE,
  more: Partial<WriterServices> = {},
): () => void {
  let isGone = false
  let lastLease = 0
  let holder: number | undefined

  function releaseLock(lease: number | undefined): void {
    if (holder === undefined || holder !== lease) return
    holder = undefined
    lock.release()
  }

  const services: Partial<WriterServices> = {
    ...more,
    commit(command, trace) {
      const write = () => writer.commit(command)
      return tracing && trace ? tracing.within(trace, write) : write()
    },
    async acquireLock() {
      await lock.acquire()
      const lease = ++lastLease
      holder = lease
      if (isGone) releaseLock(lease)
      else after(leaseMs, () => releaseLock(lease))
      return lease
    },
    releaseLock,
  }
  serve(channel, WRITER, services)
  return () => {
    isGone = true
    releaseLock(holder)
  }
}
