import { readFileSync } from 'node:fs'
import type { ServerProcess } from '../../server/test/support/process.ts'
import type { Drill } from '../framework/drill.ts'
import { count, megabytes, seconds, type Violation } from '../framework/summary.ts'
import { underLoad } from '../load/under-load.ts'

/** More would only make the check at the end longer. */
const PER_SECOND = 200
/** Acknowledged writes between two measurements of memory. */
const WRITES = 500
/** With fewer measurements, the memory is still that of a server that warms up. */
const MEASUREMENTS_MIN = 40
const GROWTH_MAX = 1.2
const MARGIN_BYTES = 20_000_000

export const soak: Drill = {
  name: 'soak',
  summary: 'Writes and reads for long: memory stays flat.',
  databases: ['sqlite', 'postgres'],
  share: 3,
  run: (context) =>
    underLoad(context, { perSecond: PER_SECOND }, async ({ history, load, server }) => {
      const measured: number[] = []
      while (context.hasTimeFor(measured.length)) {
        await load.reaches(WRITES)
        measured.push(memoryOf(server))
        context.log(`${history.acknowledged} acknowledged, ${Math.round(measured.at(-1)! / 1e6)} MB`)
      }
      const quarter = Math.max(1, Math.floor(measured.length / 4))
      const start = average(measured.slice(quarter - 1, 2 * quarter))
      const end = average(measured.slice(-quarter))
      const hasGrown = measured.length >= MEASUREMENTS_MIN && end > start * GROWTH_MAX + MARGIN_BYTES
      const violations: Violation[] = hasGrown
        ? [{ kind: 'memory', text: `grew from ${Math.round(start / 1e6)} MB to ${Math.round(end / 1e6)} MB` }]
        : []
      return {
        first: [count(measured.length, 'measurements', 'measurement')],
        last: [
          megabytes('memory after warm-up', start),
          megabytes('at the end', end),
          seconds('longest pause', history.longestOutage),
        ],
        violations,
      }
    }),
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Resident memory in bytes. */
export const memoryOf = ({ child: { pid } }: ServerProcess): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
