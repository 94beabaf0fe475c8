import { Remote, type RpcChannel, serve } from '../rpc/rpc.ts'
import { type Counters, snapshotOf } from './counters.ts'
import type { MemoryCounters } from './memory-counters.ts'

const servicesOf = (counters: Counters) => ({
  // The answer is sent later, when more may have been counted.
  take: async (...words: Parameters<Counters['take']>) => snapshotOf(await counters.take(...words)),
  takeBack: (...words: Parameters<Counters['takeBack']>) => counters.takeBack(...words),
})

/** One process counts, so that a limit applies to all processes together. */
export const serveCounters = (channel: RpcChannel, name: string, counters: Counters): void =>
  serve(channel, name, servicesOf(counters), setImmediate)

/** `local` keeps the last known counts, for responses that must not wait. */
export function remoteCounters(channel: RpcChannel, name: string, local: MemoryCounters): Counters {
  const remote = new Remote<ReturnType<typeof servicesOf>>(channel, name, setImmediate)
  return {
    async take(rules, subjects, amount) {
      const taken = await remote.ask('take', rules, subjects, amount)
      local.learn(rules, subjects, taken)
      return taken
    },
    known: local.known,
    takeBack: (...words) => remote.ask('takeBack', ...words),
  }
}
