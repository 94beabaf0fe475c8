import type { Contender } from './contender.ts'
import { drive, type Next } from './load.ts'
import { median, percentile } from './statistics.ts'

/** How long and how often something is measured. */
export interface Effort {
  readonly seconds: number
  readonly rounds: number
}

/** Who is asked, for what, by how many at once. */
export interface Side {
  readonly contender: Contender
  readonly next: Next
  readonly clients: number
}

/** What one side came to. */
export interface Measured {
  /** Answers a second. */
  readonly rate: number
  /** Microseconds of processor time per request. */
  readonly cpu: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** The sides in turns, so that whatever else the machine does meets them alike. All rounds of each side, in their order. */
export async function inTurns(sides: readonly Side[], { seconds, rounds }: Effort): Promise<Measured[][]> {
  const results: Measured[][] = sides.map(() => [])
  for (let round = -1; round < rounds; round++) {
    const order = sides.map((_, index) => index)
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      const measured = await measure(sides[index]!, seconds)
      if (round >= 0) results[index]!.push(measured) // the first one only warms up
    }
  }
  return results
}

async function measure({ contender, next, clients }: Side, seconds: number): Promise<Measured> {
  const before = contender.cpu()
  const { port, furtherPorts } = contender
  const round = await drive({ port, furtherPorts, connections: clients, seconds, next })
  return {
    rate: round.requests / round.seconds,
    cpu: ((contender.cpu() - before) / round.requests) * 1e6,
    p50: percentile(round.latencies, 0.5),
    p99: percentile(round.latencies, 0.99),
  }
}

/** Ratios, each of rounds that were neighbours. */
export interface Ratios {
  /** More is better. */
  readonly rate: number
  /** Less is better, as for all that follows. */
  readonly cpu: number
  readonly p50: number
  readonly p99: number
}

/** Processor time is compared at its least: whatever disturbs can only add to it. */
export function ratiosOf(ours: readonly Measured[], theirs: readonly Measured[]): Ratios {
  const neighbours = (of: (measured: Measured) => number) =>
    median(ours.map((measured, round) => of(measured) / of(theirs[round]!)))
  const least = (rounds: readonly Measured[]) => Math.min(...rounds.map(({ cpu }) => cpu))
  return {
    rate: neighbours(({ rate }) => rate),
    cpu: least(ours) / least(theirs),
    p50: neighbours(({ p50 }) => p50),
    p99: neighbours(({ p99 }) => p99),
  }
}
