import { CLIENTS } from '../against-hello.ts'
import { startKontor } from '../contender.ts'
import { drive } from '../load.ts'
import type { Row, Section } from '../report.ts'
import type { Story } from '../stories.ts'
import { startCountingProxy } from './counting-proxy.ts'

/** Enough that the probes of the pool, one every few seconds, do not count. */
const LONE_WRITES = 100
const WRITES = 10 * CLIENTS

/** How often Kontor waits for PostgreSQL per write. Counted apart from the times, because the proxy takes some. */
export async function roundTrips(databaseUrl: string, folder: string, stories: readonly Story[]): Promise<Section> {
  await using proxy = await startCountingProxy(databaseUrl)
  await using kontor = await startKontor({ KONTOR_DATA: folder, DATABASE_URL: proxy.url })
  const rows: Row[] = []
  for (const { title, prepare } of stories) {
    console.error(`${title}, round trips …`)
    const next = await prepare(kontor)
    const write = (connections: number, requests: number) => drive({ port: kontor.port, connections, requests, next })
    const tripsPerWrite = async (connections: number, requests: number) => {
      const before = proxy.roundTrips()
      await write(connections, requests)
      return (proxy.roundTrips() - before) / requests
    }
    await write(CLIENTS, CLIENTS) // opens the connections of the pool
    rows.push({ title, figures: [await tripsPerWrite(1, LONE_WRITES), await tripsPerWrite(CLIENTS, WRITES)] })
  }
  return {
    title: 'Round trips of writes on PostgreSQL',
    note: 'How often one node sends something to PostgreSQL and waits for the reply, per write; less is better. Statements that are sent together count once.',
    columns: ['1 client', `${CLIENTS} clients`],
    rows,
  }
}
