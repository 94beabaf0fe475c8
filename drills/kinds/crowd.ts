import { Agent } from 'node:http'
import type { Drill } from '../framework/drill.ts'
import { count, megabytes, seconds } from '../framework/summary.ts'
import { attempt } from '../history/attempt.ts'
import type { History } from '../history/history.ts'
import type { Target } from '../history/target.ts'
import { underLoad } from '../load/under-load.ts'
import { memoryOf } from './soak.ts'

const WRITERS = 10_000

export const crowd: Drill = {
  name: 'crowd',
  summary: `Lets ${WRITERS.toLocaleString('en')} clients write at the same moment, each on a connection of its own.`,
  databases: ['sqlite', 'postgres'],
  share: 1,
  run: (context) =>
    underLoad(context, { clients: 4 }, async ({ history, target, server, load }) => {
      const writers = context.size ?? WRITERS
      let rounds = 0
      let slowestMs = 0
      let memory = 0
      for (; context.hasTimeFor(rounds); rounds++) {
        const begin = performance.now()
        await writeAtOnce(history, target, writers, `C${context.seed}-${rounds}`)
        slowestMs = Math.max(slowestMs, performance.now() - begin)
        memory = Math.max(memory, memoryOf(server))
        context.log(`crowd ${rounds + 1}, ${history.acknowledged} acknowledged`)
      }
      await load.stop()
      return {
        first: [count(rounds, 'crowds', 'crowd'), count(writers, 'writers each')],
        last: [seconds('slowest answer', slowestMs), megabytes('memory', memory)],
      }
    }),
}

/** Every second request has a key. */
async function writeAtOnce(history: History, target: Target, writers: number, label: string): Promise<void> {
  const agent = new Agent({ keepAlive: false })
  await Promise.all(
    Array.from({ length: writers }, (_, writer) => {
      const itemCode = `${label}-${writer}`
      const body = { itemCode, itemName: `Item ${itemCode}` }
      const key = writer % 2 === 0 ? { key: `key-${itemCode}` } : {}
      const operation = history.invoke({ method: 'POST', path: '/items', body, creates: 1, ...key })
      return attempt(history, target, writer, operation, agent)
    }),
  )
  agent.destroy()
}
