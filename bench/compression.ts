import { CLIENTS } from './compare-with-baseline.ts'
import type { Section } from './report.ts'
import { listItems } from './request-kinds.ts'
import { measureAlternately, type RunLength, ratiosOf } from './rounds.ts'
import type { KontorServer } from './server-under-test.ts'

const CODINGS = ['gzip', 'br', 'zstd'] as const

/** A page of 20 items, compressed as the client asks for it, compared with the same page as it is. */
export async function measureCompression(server: KontorServer, runLength: RunLength): Promise<Section> {
  const plain = await listItems.prepare(server)
  const asking = (coding: string) => () => plain().replace(/\r\n\r\n$/, `\r\naccept-encoding: ${coding}\r\n\r\n`)
  const targets = [plain, ...CODINGS.map(asking)].map((next) => ({ server, next, clients: CLIENTS }))
  const [uncompressed, ...compressed] = await measureAlternately(targets, runLength)
  return {
    title: 'Compressed lists',
    note: 'A page of 20 items; the same page without compression is 1.',
    columns: ['throughput', 'processor time', 'p50', 'p99'],
    rows: compressed.map((rounds, index) => {
      const { rate, cpu, p50, p99 } = ratiosOf(rounds, uncompressed!)
      return { title: CODINGS[index]!, figures: [rate, cpu, p50, p99] }
    }),
  }
}
