import type { Section } from './report.ts'
import type { RequestKind } from './request-kinds.ts'
import { measureAlternately, type RunLength, ratiosOf } from './rounds.ts'
import type { KontorServer, ServerUnderTest } from './server-under-test.ts'

export const CLIENTS = 64
export const BASELINE_TITLE = 'Compared with a bare web server'

export async function compareWithBaseline(
  kontor: KontorServer,
  baseline: ServerUnderTest,
  kinds: readonly RequestKind[],
  runLength: RunLength,
): Promise<Section> {
  const rows = []
  for (const { title, prepare } of kinds) {
    console.error(`${title} …`)
    const next = await prepare(kontor)
    const targets = [kontor, baseline].map((server) => ({ server, next, clients: CLIENTS }))
    const [ours, theirs] = await measureAlternately(targets, runLength)
    const { rate, cpu, p50, p99 } = ratiosOf(ours!, theirs!)
    rows.push({ title, figures: [rate, 1 / cpu, p50, p99] })
  }
  return {
    title: BASELINE_TITLE,
    note: `Bare Fastify with the same requests of ${CLIENTS} clients is 1. Higher is better for throughput and work per processor time, lower is better for p50 and p99.`,
    columns: ['throughput', 'per processor time', 'p50', 'p99'],
    rows,
  }
}
