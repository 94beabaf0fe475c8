import type { Reply, Writer } from '../core/command.ts'
import { together } from '../core/together.ts'
import type { Pen } from '../db/engine.ts'
import type { Channel } from './channel.ts'
import { type Answer, problemOf, type Request } from './messages.ts'

/** How long the server's own writes may keep the pen: meanwhile it answers nobody. */
const KEPT_MS = 15

interface Waiting {
  resolve(reply: Reply): void
  reject(error: Error): void
}

/** Somebody else who writes, and the pen that he lends to whoever must write by himself. */
export interface RemoteWriter extends Writer {
  readonly pen: Pen
}

export function remoteWriter(channel: Channel<Request, Answer>): RemoteWriter {
  const waiting = new Map<number, Waiting>()
  const penWanted: (() => void)[] = []
  /** All requests of one moment go in one message. */
  const ask = together<Request>((requests) => channel.send(requests), queueMicrotask)
  let lastId = 0

  function settle(id: number): Waiting {
    const found = waiting.get(id)!
    waiting.delete(id)
    return found
  }

  channel.listen((answers) => {
    for (const answer of answers) {
      if (answer.kind === 'pen') penWanted.shift()!()
      else if (answer.kind === 'reply') settle(answer.id).resolve(answer.reply)
      else if (answer.kind === 'refusal') settle(answer.id).reject(problemOf(answer.refusal))
      else if (answer.kind === 'failure') settle(answer.id).reject(answer.error)
    }
  })

  return {
    commit: (command) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        ask({ kind: 'commit', id, command })
      }),
    pen: {
      keptMs: KEPT_MS,
      isOwn: false,
      isWanted: false,
      take: () =>
        new Promise<void>((resolve) => {
          penWanted.push(resolve)
          ask({ kind: 'take-pen' })
        }),
      give: () => ask({ kind: 'give-pen' }),
    },
  }
}
