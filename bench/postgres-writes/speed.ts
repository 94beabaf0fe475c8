import { CLIENTS } from '../against-hello.ts'
import type { Contender } from '../contender.ts'
import type { Next } from '../load.ts'
import type { Row } from '../report.ts'
import { type Effort, inTurns, type Measured, ratiosOf } from '../rounds.ts'
import { median } from '../statistics.ts'
import { oneNode } from './setups.ts'

export const EMBEDDED = 'embedded'
const CLIENT_COUNTS = [1, CLIENTS]
export const SPEED_COLUMNS = ['writes/s', 'p50 ms', 'p99 ms', 'of embedded', 'of one node', 'of 1 client']

/** A server, and how the same write is asked of it. */
export interface Writer {
  readonly title: string
  readonly contender: Contender
  readonly next: Next
}

interface Result {
  readonly title: string
  readonly clients: number
  readonly rounds: readonly Measured[]
}

/** One kind of write on every setup, by one client and by many, all in turns. */
export async function speedOf(story: string, writers: readonly Writer[], effort: Effort): Promise<Row[]> {
  const sides = writers.flatMap((writer) => CLIENT_COUNTS.map((clients) => ({ ...writer, clients })))
  const measured = await inTurns(sides, effort)
  const results = sides.map(({ title, clients }, index): Result => ({ title, clients, rounds: measured[index]! }))
  const find = (title: string, clients: number) =>
    results.find((other) => other.title === title && other.clients === clients)!
  const throughput = ({ rounds }: Result, yardstick: Result) => ratiosOf(rounds, yardstick.rounds).rate
  return results.map((result) => {
    const { title, clients, rounds } = result
    const middle = (of: (round: Measured) => number) => median(rounds.map(of))
    return {
      title: `${story}: ${title}, ${clients} client${clients === 1 ? '' : 's'}`,
      figures: [
        middle(({ rate }) => rate),
        middle(({ p50 }) => p50),
        middle(({ p99 }) => p99),
        throughput(result, find(EMBEDDED, clients)),
        title === EMBEDDED ? '–' : throughput(result, find(oneNode.title, clients)),
        clients === 1 ? '–' : throughput(result, find(title, 1)),
      ],
    }
  })
}
