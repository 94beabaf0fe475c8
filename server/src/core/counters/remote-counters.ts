import { Remote, type RpcChannel, serve } from '../rpc/rpc.ts'
import { type Counters, snapshotOf } from './counters.ts'
import type { MemoryCounters } from './memory-counters.ts'

const CONVERSATION = 'counters'

const servicesOf = (counters: Counters) => ({
  // The answer is sent later, when more may have been counted.
  take: async (...words: Parameters<Counters['take']>) => snapshotOf(await counters.take(...words)),
  takeBack: (...words: Parameters<Counters['takeBack']>) => counters.takeBack(...words),
})

/** One process counts, so that a limit applies to all processes together. */
export const serveCounters = (channel: RpcChannel, counters: Counters): void =>
  serve(channel, CONVERSATION, servicesOf(counters), setImmediate)

/** `local` keeps the last known counts, for responses that must not wait. */
export function remoteCounters(channel: RpcChannel, local: MemoryCounters): Counters {
  const remote = new Remote<ReturnType<typeof servicesOf>>(channel, CONVERSATION, setImmediate)
  return {
    async take(bounds, keys, amount) {
      const taken = await remote.ask('take', bounds, keys, amount)
      local.learn(bounds, keys, taken)
      return taken
    },
    known: local.known,
    takeBack: (...words) => remote.ask('takeBack', ...words),
  }
}
