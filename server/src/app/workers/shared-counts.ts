import type { Throttle } from '../../auth/throttle.ts'
import { Remote, type RpcChannel, serve } from '../../core/rpc/rpc.ts'
import type { Limiter } from '../../http/limits/limiter.ts'
import type { MemoryLimiter } from '../../http/limits/memory-limiter.ts'

const COUNTS = 'counts'

/** Counters that all processes share: requests, and sign-in attempts. */
export interface Counts {
  readonly limiter: Limiter
  readonly throttle: Throttle
}

const servicesOf = ({ limiter, throttle }: Counts) => ({
  async take(...words: Parameters<Limiter['take']>) {
    return { decision: await limiter.take(...words), usage: await limiter.look(words[0]) }
  },
  look: (...words: Parameters<Limiter['look']>) => limiter.look(...words),
  attempt: (...words: Parameters<Throttle['attempt']>) => throttle.attempt(...words),
  succeeded: (...words: Parameters<Throttle['succeeded']>) => throttle.succeeded(...words),
})

/** One process counts, so that a limit applies to all processes together. */
export const serveCounts = (channel: RpcChannel, counts: Counts): void =>
  serve(channel, COUNTS, servicesOf(counts), setImmediate)

/** `local` keeps the last known counts, for responses that must not wait. */
export function remoteCounts(channel: RpcChannel, local: MemoryLimiter): Counts {
  const counts = new Remote<ReturnType<typeof servicesOf>>(channel, COUNTS, setImmediate)
  return {
    limiter: {
      async take(...words) {
        const { decision, usage } = await counts.ask('take', ...words)
        local.learn(words[0], usage)
        return decision
      },
      look: (...words) => counts.ask('look', ...words),
      peek: local.peek,
    },
    throttle: {
      attempt: (...words) => counts.ask('attempt', ...words),
      succeeded: (...words) => counts.ask('succeeded', ...words),
    },
  }
}
