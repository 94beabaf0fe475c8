import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { Reply, Writer } from '../core/command.ts'
import type { Pen } from '../db/engine.ts'
import { type Answer, problemOf, type Request } from './messages.ts'

interface Waiting {
  resolve(reply: Reply): void
  reject(error: Error): void
}

/** A thread that writes, and the pen that it lends to whoever else must. */
export interface WriterThread extends Writer {
  readonly pen: Pen
  close(): Promise<void>
}

/** `onDeath` is called if the thread ends by itself: what it was asked to do may or may not have happened. */
export function startWriter(config: Config, onDeath: (error: unknown) => void): WriterThread {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: config })
  const waiting = new Map<number, Waiting>()
  const penWanted: (() => void)[] = []
  let requests: Request[] = []
  let lastId = 0
  let isClosing = false

  /** All requests of one moment go in one message. */
  function ask(request: Request): void {
    if (requests.length === 0) {
      setImmediate(() => {
        thread.postMessage(requests)
        requests = []
      })
    }
    requests.push(request)
  }

  function settle(id: number): Waiting {
    const found = waiting.get(id)!
    waiting.delete(id)
    return found
  }

  thread.on('message', (answers: readonly Answer[]) => {
    for (const answer of answers) {
      if (answer.kind === 'pen') penWanted.shift()!()
      else if (answer.kind === 'reply') settle(answer.id).resolve(answer.reply)
      else settle(answer.id).reject(answer.kind === 'refusal' ? problemOf(answer.refusal) : answer.error)
    }
  })
  thread.on('error', onDeath)
  const ended = new Promise<void>((resolve) => {
    thread.once('exit', (code) => {
      if (!isClosing) onDeath(new Error(`The thread that writes ended with ${code}.`))
      resolve()
    })
  })

  return {
    commit: (command) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        ask({ kind: 'commit', id, command })
      }),
    pen: {
      take: () =>
        new Promise<void>((resolve) => {
          penWanted.push(resolve)
          ask({ kind: 'take-pen' })
        }),
      give: () => ask({ kind: 'give-pen' }),
    },
    async close() {
      isClosing = true
      ask({ kind: 'close' })
      await ended
    },
  }
}
