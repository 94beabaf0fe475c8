import { generateLoad, type NextRequest } from './load-generator.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import { median, percentile } from './statistics.ts'

/** The length and the number of measured rounds. */
export interface RunLength {
  readonly seconds: number
  readonly rounds: number
}

/** A server, the requests that it gets, and the number of concurrent clients. */
export interface Target {
  readonly server: ServerUnderTest
  readonly next: NextRequest
  readonly clients: number
}

/** The result of one round on one target. */
export interface Measurement {
  /** Responses per second. */
  readonly rate: number
  /** Microseconds of processor time per request. */
  readonly cpu: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/**
 * Measures the targets in alternating rounds, so that other load on the machine affects all of them. Returns all rounds of
 * each target, in their order.
 */
export async function measureAlternately(
  targets: readonly Target[],
  { seconds, rounds }: RunLength,
): Promise<Measurement[][]> {
  const results: Measurement[][] = targets.map(() => [])
  for (let round = -1; round < rounds; round++) {
    const order = targets.map((_, index) => index)
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      const measurement = await measure(targets[index]!, seconds)
      if (round >= 0) results[index]!.push(measurement) // round -1 is the warm-up
    }
  }
  return results
}

async function measure({ server, next, clients }: Target, seconds: number): Promise<Measurement> {
  const before = server.cpu()
  const { port, furtherPorts } = server
  const result = await generateLoad({ port, furtherPorts, connections: clients, seconds, next })
  return {
    rate: result.requests / result.seconds,
    cpu: ((server.cpu() - before) / result.requests) * 1e6,
    p50: percentile(result.latencies, 0.5),
    p99: percentile(result.latencies, 0.99),
  }
}

export interface Ratios {
  /** Higher is better. */
  readonly rate: number
  /** Lower is better, also for the following. */
  readonly cpu: number
  readonly p50: number
  readonly p99: number
}

/**
 * Compares rounds that ran one after the other. Processor time is compared at its minimum, because disturbances can only add
 * to it.
 */
export function ratiosOf(ours: readonly Measurement[], theirs: readonly Measurement[]): Ratios {
  const medianRatio = (of: (measurement: Measurement) => number) =>
    median(ours.map((measurement, round) => of(measurement) / of(theirs[round]!)))
  const minimum = (rounds: readonly Measurement[]) => Math.min(...rounds.map(({ cpu }) => cpu))
  return {
    rate: medianRatio(({ rate }) => rate),
    cpu: minimum(ours) / minimum(theirs),
    p50: medianRatio(({ p50 }) => p50),
    p99: medianRatio(({ p99 }) => p99),
  }
}
