import zlib from 'node:zlib'
import { compressed, GZIP } from '../server/src/http/answers/compression.ts'
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

const GZIP_LEVELS = [1, 2, 3]
const REPETITIONS = 1000

/** Compressing that page alone, without the request: the codings of the server, and gzip at the next levels. */
export async function measureCodings({ call }: KontorServer, { rounds }: RunLength): Promise<Section> {
  const page = JSON.stringify(await call('GET', '/items?perPage=20'))
  const gzip = (level: number) => () => zlib.gzipSync(Buffer.from(page), { ...GZIP, level })
  const codings: readonly (readonly [title: string, compress: () => Buffer])[] = [
    ...GZIP_LEVELS.map((level) => [`gzip, level ${level}`, gzip(level)] as const),
    ['br', () => compressed('br', page)],
    ['zstd', () => compressed('zstd', page)],
  ]
  const times = codings.map(() => Infinity)
  for (let round = 0; round <= rounds; round++)
    for (const [index, [, compress]] of codings.entries())
      times[index] = Math.min(times[index]!, processorTimeOf(compress))
  return {
    title: 'Compression of one page',
    note: 'Without the request. The processor time of gzip at level 1, and the size of the plain page, are 1.',
    columns: ['processor time', 'size'],
    rows: codings.map(([title, compress], index) => ({
      title,
      figures: [times[index]! / times[0]!, compress().length / Buffer.byteLength(page)],
    })),
  }
}

function processorTimeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  for (let count = 0; count < REPETITIONS; count++) work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
