// The thread that writes. The server's own thread never waits for the disk, and reading goes on while this one works.
import { parentPort, workerData } from 'node:worker_threads'
import { assemble } from '../assembly.ts'
import type { Config } from '../config.ts'
import { Problem } from '../core/problem.ts'
import { openEngine } from '../db/open.ts'
import { type Answer, type Request, refusalOf } from './messages.ts'
import { Turns } from './turns.ts'

const config = workerData as Config
const engine = openEngine(config.databaseUrl, config.dataFolder)
const turns = new Turns()
engine.share?.(turns)
const { executor } = await assemble({ config, engine, clock: Date.now })
let answers: Answer[] = []

/** All answers of one commit go in one message. */
function answer(some: Answer): void {
  if (answers.length === 0) {
    setImmediate(() => {
      parentPort!.postMessage(answers)
      answers = []
    })
  }
  answers.push(some)
}

async function commit({ id, command }: Extract<Request, { kind: 'commit' }>): Promise<void> {
  try {
    answer({ kind: 'reply', id, reply: await executor.commit(command) })
  } catch (error) {
    if (error instanceof Problem) answer({ kind: 'refusal', id, refusal: refusalOf(error) })
    else answer({ kind: 'failure', id, error: error instanceof Error ? error : new Error(String(error)) })
  }
}

parentPort!.on('message', async (requests: readonly Request[]) => {
  for (const request of requests) {
    switch (request.kind) {
      case 'commit':
        commit(request)
        break
      case 'take-pen':
        await turns.take()
        parentPort!.postMessage([{ kind: 'pen' } satisfies Answer])
        break
      case 'give-pen':
        turns.give()
        break
      case 'close':
        await engine.close()
        parentPort!.close()
    }
  }
})
