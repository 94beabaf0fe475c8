import type { Contender, KontorContender } from './contender.ts'
import type { Section } from './report.ts'
import { type Effort, inTurns, ratiosOf } from './rounds.ts'
import type { Story } from './stories.ts'

export const CLIENTS = 64

/** How near Kontor comes to the least that a web server can do. */
export async function againstHello(
  kontor: KontorContender,
  hello: Contender,
  stories: readonly Story[],
  effort: Effort,
): Promise<Section> {
  const rows = []
  for (const { title, prepare } of stories) {
    console.error(`${title} …`)
    const next = await prepare(kontor)
    const sides = [kontor, hello].map((contender) => ({ contender, next, clients: CLIENTS }))
    const [ours, theirs] = await inTurns(sides, effort)
    const { rate, cpu, p50, p99 } = ratiosOf(ours!, theirs!)
    rows.push({ title, figures: [rate, 1 / cpu, p50, p99] })
  }
  return {
    title: 'Against a bare web server',
    note: `Bare Fastify, asked the same by ${CLIENTS} clients, is 1. Throughput and work per processor time: more is better; times: less is better.`,
    columns: ['throughput', 'per processor time', 'p50', 'p99'],
    rows,
  }
}
