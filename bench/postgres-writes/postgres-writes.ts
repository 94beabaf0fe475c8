import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../scripts/postgres.ts'
import { CLIENTS } from '../against-hello.ts'
import type { KontorContender } from '../contender.ts'
import { drive } from '../load.ts'
import type { Row, Section } from '../report.ts'
import type { Effort } from '../rounds.ts'
import type { Story } from '../stories.ts'
import { roundTrips } from './round-trips.ts'
import { createDatabases, oneNode, type Setup, setups, startNodes, urlOf } from './setups.ts'
import { EMBEDDED, SPEED_COLUMNS, speedOf } from './speed.ts'
import { frequentEvents, sampleWaits, type Waits } from './waits.ts'

const EVENTS_SHOWN = 6
/** The type of a file system in memory, as Linux reports it. */
const TMPFS = 0x01021994

interface Running extends Setup {
  readonly contender: KontorContender
}

/** Writes on PostgreSQL with a durable log, as against the embedded database; undefined where it is not installed. */
export async function postgresWrites(
  embedded: KontorContender,
  items: number,
  stories: readonly Story[],
  effort: Effort,
): Promise<Section[] | undefined> {
  const writes = stories.filter(({ title }) => title.startsWith('create'))
  if (statfsSync(tmpdir()).type === TMPFS)
    console.error('The temporary folder is in memory, where a flush costs nothing. Set TMPDIR to a folder on a disk.')
  const postgres = await startPostgres({ fsync: 'on' })
  if (!postgres) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  try {
    await createDatabases(postgres.url, folder, items)
    const trips = await roundTrips(urlOf(oneNode, postgres.url), folder, writes)
    await using stack = new AsyncDisposableStack()
    const running: Running[] = []
    for (const setup of setups)
      running.push({ ...setup, contender: stack.use(await startNodes(setup, postgres.url, folder)) })
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    stack.defer(() => client.end())
    const speed: Row[] = []
    const waits: (readonly [title: string, Waits])[] = []
    for (const { title, prepare } of writes) {
      console.error(`${title}, on PostgreSQL …`)
      const yardstick = { title: EMBEDDED, contender: embedded, next: await prepare(embedded) }
      const writers = await Promise.all(
        running.map(async (setup) => ({ ...setup, next: await prepare(setup.contender) })),
      )
      speed.push(...(await speedOf(title, [yardstick, ...writers], effort)))
      for (const { title: setup, database, contender, next } of writers) {
        const { port, furtherPorts } = contender
        const load = { port, furtherPorts, connections: CLIENTS, seconds: effort.seconds, next }
        waits.push([`${title}: ${setup}`, await sampleWaits(client, database, () => drive(load))])
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
  note: `${version} on the same machine, and the embedded database, asked in turns. The last three columns are ratios of throughput, more is better: to the embedded database, to one node with the same number of clients, and to one client. Two nodes are two servers on one database, with half of the clients each; a lone client uses the first. The slower flush stands for a slower disk: each flush of the write-ahead log waits 3 ms first (\`commit_delay = 3000\`, \`commit_siblings = 0\`), and transactions that commit meanwhile share it.`,
  columns: SPEED_COLUMNS,
  rows,
})

function waitSection(waits: readonly (readonly [title: string, Waits])[]): Section {
  const events = frequentEvents(
    waits.map(([, seen]) => seen),
    EVENTS_SHOWN,
  )
  return {
    title: 'What PostgreSQL waits for meanwhile',
    note: `The mean number of backends in a transaction while ${CLIENTS} clients write, sampled every 50 ms from \`pg_stat_activity\`: all of them, those that wait for a lock, and the most frequent wait events. \`Client: ClientRead\` is a transaction that waits for the next statement of Kontor; \`running\` has no wait event.`,
    columns: ['all', 'wait for a lock', ...events],
    rows: waits.map(([title, { busy, waitingForLock, events: seen }]) => ({
      title,
      figures: [busy, waitingForLock, ...events.map((event) => seen.get(event) ?? 0)],
    })),
  }
}
