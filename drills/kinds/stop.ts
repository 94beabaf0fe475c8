import type { Drill } from '../framework/drill.ts'
import { between } from '../framework/random.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import type { Operation } from '../history/history.ts'
import { underLoad } from '../load/under-load.ts'

const WRITES = { least: 50, most: 400 }

export const stop: Drill = {
  name: 'stop',
  summary: 'Stops the server (SIGTERM) under load: every accepted request is answered.',
  databases: ['sqlite', 'postgres'],
  share: 2,
  run: (context) =>
    underLoad(context, {}, async ({ database, history, target, load, server }) => {
      const violations: Violation[] = []
      let current = server
      let stops = 0
      let longestMs = 0
      for (; context.hasTimeFor(stops); stops++) {
        await load.reaches(between(context.random, WRITES.least, WRITES.most))
        const begin = performance.now()
        const { code, signal, said } = await current.stop('SIGTERM')
        longestMs = Math.max(longestMs, performance.now() - begin)
        if (code !== 0) violations.push({ kind: 'exit', text: `the server ended with ${signal ?? code}: ${said}` })
        target.down()
        current = await context.startServer(database)
        await target.use(current)
        context.log(`stop ${stops + 1}, ${history.acknowledged} acknowledged`)
      }
      await load.stop()
      const resets = history.operations.filter(wasReset).map(({ mark, method, path, code }) => ({
        kind: 'reset',
        text: `${method} ${path} (${mark}) was accepted and not answered: ${code}`,
      }))
      return {
        first: [count(stops, 'stops', 'stop'), count(resets.length, 'resets', 'reset')],
        last: [seconds('longest stop', longestMs)],
        violations: [...violations, ...resets],
      }
    }),
}

/** A connection that was refused is no fault: the server had stopped listening. */
const wasReset = ({ outcome, status }: Operation) => outcome === 'unknown' && status === undefined
