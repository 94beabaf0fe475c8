import { join } from 'node:path'

/** What happens to the threads of a server. */
export interface Disturbance {
  readonly seed: number
  /** A thread is terminated after at most so many messages to it and from it, and after at least half as many. */
  readonly writerMessages: number
  readonly readerMessages: number
  /** A message waits so long at most. */
  readonly delayMs: number
}

export const SETTING = 'KONTOR_DRILL_THREADS'
/** The server writes a line with it to standard error when it terminates a thread. */
export const TERMINATED = 'drill: terminates a thread that is a'

/** Settings that make a server disturb its own threads. */
export const disturbed = (disturbance: Disturbance): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'disturb.ts')}`,
  [SETTING]: JSON.stringify(disturbance),
})
