import { CLIENTS } from '../compare-with-baseline.ts'
import { generateLoad } from '../load-generator.ts'
import type { Row, Section } from '../report.ts'
import type { RequestKind } from '../request-kinds.ts'
import { startKontor } from '../server-under-test.ts'
import { startCountingProxy } from './counting-proxy.ts'

/** So many that the health probes of the pool, one every few seconds, do not matter. */
const WRITES_OF_ONE = 100
const WRITES = 10 * CLIENTS

/** Counts round trips per write. Separate from the measurement of times, because the proxy adds latency. */
export async function countRoundTrips(
  databaseUrl: string,
  folder: string,
  kinds: readonly RequestKind[],
): Promise<Section> {
  await using proxy = await startCountingProxy(databaseUrl)
  await using kontor = await startKontor({ KONTOR_DATA: folder, DATABASE_URL: proxy.url })
  const rows: Row[] = []
  for (const { title, prepare } of kinds) {
    console.error(`${title}, round trips …`)
    const next = await prepare(kontor)
    const write = (connections: number, requests: number) =>
      generateLoad({ port: kontor.port, connections, requests, next })
    const tripsPerWrite = async (connections: number, requests: number) => {
      const before = proxy.roundTrips()
      await write(connections, requests)
      return (proxy.roundTrips() - before) / requests
    }
    await write(CLIENTS, CLIENTS) // opens the connections of the pool
    rows.push({ title, figures: [await tripsPerWrite(1, WRITES_OF_ONE), await tripsPerWrite(CLIENTS, WRITES)] })
  }
  return {
    title: 'Round trips of writes on PostgreSQL',
    note: 'How often one node sends data to PostgreSQL and waits for the reply, per write; lower is better. Pipelined statements count once.',
    columns: ['1 client', `${CLIENTS} clients`],
    rows,
  }
}
