import { CLIENTS } from '../compare-with-baseline.ts'
import type { NextRequest } from '../load-generator.ts'
import type { Row } from '../report.ts'
import { type Measurement, measureAlternately, type RunLength, ratiosOf } from '../rounds.ts'
import type { ServerUnderTest } from '../server-under-test.ts'
import { median } from '../statistics.ts'
import { oneNode } from './setups.ts'

export const EMBEDDED = 'embedded'
const CLIENT_COUNTS = [1, CLIENTS]
export const SPEED_COLUMNS = ['writes/s', 'p50 ms', 'p99 ms', 'of embedded', 'of one node', 'of 1 client']

/** A server, and the writes that it gets. */
export interface WriteTarget {
  readonly title: string
  readonly server: ServerUnderTest
  readonly next: NextRequest
}

interface Result {
  readonly title: string
  readonly clients: number
  readonly rounds: readonly Measurement[]
}

/** Measures one kind of write on every setup, with one client and with many. */
export async function measureSpeed(
  kind: string,
  servers: readonly WriteTarget[],
  runLength: RunLength,
): Promise<Row[]> {
  const targets = servers.flatMap((server) => CLIENT_COUNTS.map((clients) => ({ ...server, clients })))
  const measurements = await measureAlternately(targets, runLength)
  const results = targets.map(({ title, clients }, index): Result => ({ title, clients, rounds: measurements[index]! }))
  const find = (title: string, clients: number) =>
    results.find((other) => other.title === title && other.clients === clients)!
  const throughput = ({ rounds }: Result, baseline: Result) => ratiosOf(rounds, baseline.rounds).rate
  return results.map((result) => {
    const { title, clients, rounds } = result
    const medianOf = (of: (round: Measurement) => number) => median(rounds.map(of))
    return {
      title: `${kind}: ${title}, ${clients} client${clients === 1 ? '' : 's'}`,
      figures: [
        medianOf(({ rate }) => rate),
        medianOf(({ p50 }) => p50),
        medianOf(({ p99 }) => p99),
        throughput(result, find(EMBEDDED, clients)),
        title === EMBEDDED ? '–' : throughput(result, find(oneNode.title, clients)),
        clients === 1 ? '–' : throughput(result, find(title, 1)),
      ],
    }
  })
}
