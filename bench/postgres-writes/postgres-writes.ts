import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../scripts/postgres.ts'
import { CLIENTS } from '../compare-with-baseline.ts'
import { generateLoad } from '../load-generator.ts'
import { urlOf } from '../postgres-databases.ts'
import type { Row, Section } from '../report.ts'
import { isWrite, type RequestKind } from '../request-kinds.ts'
import type { RunLength } from '../rounds.ts'
import type { KontorServer } from '../server-under-test.ts'
import { countRoundTrips } from './round-trips.ts'
import { createDatabases, oneNode, type Setup, setups, startNodes } from './setups.ts'
import { EMBEDDED, measureSpeed, SPEED_COLUMNS } from './speed.ts'
import { frequentEvents, sampleWaits, type Waits } from './waits.ts'

const EVENTS_SHOWN = 6
/** The type of a file system in memory, as Linux reports it. */
const TMPFS = 0x01021994

interface RunningSetup extends Setup {
  readonly server: KontorServer
}

/** Writes on PostgreSQL with fsync, compared with the embedded database; undefined if PostgreSQL is not installed. */
export async function measurePostgresWrites(
  embedded: KontorServer,
  items: number,
  kinds: readonly RequestKind[],
  runLength: RunLength,
): Promise<Section[] | undefined> {
  const writes = kinds.filter(isWrite)
  if (statfsSync(tmpdir()).type === TMPFS)
    console.error('The temporary folder is in memory, where a flush costs nothing. Set TMPDIR to a folder on a disk.')
  const postgres = await startPostgres({ fsync: 'on' })
  if (!postgres) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  try {
    await createDatabases(postgres.url, folder, items)
    const trips = await countRoundTrips(urlOf(oneNode.database, postgres.url), folder, writes)
    await using stack = new AsyncDisposableStack()
    const running: RunningSetup[] = []
    for (const setup of setups)
      running.push({ ...setup, server: stack.use(await startNodes(setup, postgres.url, folder)) })
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    stack.defer(() => client.end())
    const speed: Row[] = []
    const waits: (readonly [title: string, Waits])[] = []
    for (const { title, prepare } of writes) {
      console.error(`${title}, on PostgreSQL …`)
      const baseline = { title: EMBEDDED, server: embedded, next: await prepare(embedded) }
      const targets = await Promise.all(running.map(async (setup) => ({ ...setup, next: await prepare(setup.server) })))
      speed.push(...(await measureSpeed(title, [baseline, ...targets], runLength)))
      for (const { title: setup, database, server, next } of targets) {
        const { port, furtherPorts } = server
        const load = { port, furtherPorts, connections: CLIENTS, seconds: runLength.seconds, next }
        waits.push([`${title}: ${setup}`, await sampleWaits(client, database, () => generateLoad(load))])
      }
    }
    return [speedSection(speed, await versionOf(client)), trips, waitSection(waits)]
  } finally {
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function versionOf(client: pg.Client): Promise<string> {
  const settings = `current_setting('server_version') as version, current_setting('fsync') as fsync`
  const [{ version, fsync }] = (await client.query(`select ${settings}`)).rows
  return `PostgreSQL ${version.split(' ')[0]} (fsync ${fsync})`
}

const speedSection = (rows: readonly Row[], version: string): Section => ({
  title: 'Writes on PostgreSQL',
  note: `${version} on the same machine and the embedded database, in alternating rounds. The last three columns are ratios of throughput, higher is better: to the embedded database, to one node with the same number of clients, and to one client. Two nodes are two servers on one database, with half of the clients each; a single client uses the first. The slower flush simulates a slower disk: each flush of the write-ahead log waits 3 ms first (\`commit_delay = 3000\`, \`commit_siblings = 0\`), and transactions that commit meanwhile share it.`,
  columns: SPEED_COLUMNS,
  rows,
})

function waitSection(waits: readonly (readonly [title: string, Waits])[]): Section {
  const events = frequentEvents(
    waits.map(([, seen]) => seen),
    EVENTS_SHOWN,
  )
  return {
    title: 'Wait events of writes on PostgreSQL',
    note: `The mean number of backends in a transaction while ${CLIENTS} clients write, sampled every 50 ms from \`pg_stat_activity\`: all of them, those that wait for a lock, and the most frequent wait events. \`Client: ClientRead\` is a transaction that waits for the next statement of Kontor; \`running\` has no wait event.`,
    columns: ['all', 'wait for a lock', ...events],
    rows: waits.map(([title, { busy, waitingForLock, events: seen }]) => ({
      title,
      figures: [busy, waitingForLock, ...events.map((event) => seen.get(event) ?? 0)],
    })),
  }
}
