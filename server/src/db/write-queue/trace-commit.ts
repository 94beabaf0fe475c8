import type { Tracing } from '../../core/tracing.ts'

interface TracedWrite {
  /** The `traceparent` of the request. */
  readonly trace: string | undefined
  readonly since: number
}

/** Of one transaction, on the clock of the queue. */
interface CommitTimes {
  readonly begun: number
  readonly commitBegun: number
  readonly ended: number
}

/** In the trace of each request: how long it waited, and the commit that it shared with others. */
export function traceCommit(tracing: Tracing, writes: readonly TracedWrite[], times: CommitTimes): void {
  const now = Date.now()
  const timeOf = (moment: number) => now - (times.ended - moment)
  for (const { trace: parent, since } of writes) {
    if (!parent) continue
    const waiting = tracing.start('wait in the write queue', { parent, beganAt: timeOf(since) })
    waiting.end({ endedAt: timeOf(times.begun) })
    const attributes = { 'kontor.group.size': writes.length }
    tracing.start('group commit', { parent, beganAt: timeOf(times.commitBegun), attributes }).end({ endedAt: now })
  }
}
