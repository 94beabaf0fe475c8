import type { DatabaseOptions, Engine } from '../engine.ts'
import { Shapes } from '../shapes.ts'
import { WriteQueue } from '../write-queue/write-queue.ts'
import { catalog } from './catalog.ts'
import { dialect } from './dialect.ts'
import { refusalOf } from './errors.ts'
import { hostsOf } from './hosts.ts'
import { PostgresLane } from './lane.ts'
import { pipelinedReads } from './pipelined-reads.ts'
import { connectionOver, createPool, type Target } from './pool.ts'
import { inReadTransaction, inSchemaChange, inSnapshot } from './transactions.ts'

/** How long a read waits for a connection beyond the time that opening one may take. */
const READ_WAIT_MS = 10_000
/** The probe gives up sooner: a host that does not answer must be noticed. */
const PROBE_TIMEOUT_MS = 5_000
/** One probe may fail by chance; after the second, every connection is taken for dead. */
const PROBE_FAILURES_MAX = 2
const SLOTS = 16
/** One for each lane of the write queue, and one to learn what became of a lost commit. */
const WRITE_CONNECTIONS_MAX = 3

/** A shared server: any number of Kontor processes may use it at once. */
export function openPostgres(connectionString: string, options: DatabaseOptions): Engine {
  const { connections, connectSeconds, statementSeconds, lockSeconds } = options
  const timeouts = {
    connectMs: connectSeconds * 1000,
    statementMs: statementSeconds * 1000,
    lockMs: lockSeconds * 1000,
  }
  const hosts = hostsOf(connectionString, timeouts.connectMs)
  const target: Target = { connectionString, hosts, timeouts }
  const pool = createPool(target, { max: connections, waitMs: timeouts.connectMs + READ_WAIT_MS })
  const writePool = createPool(target, { max: WRITE_CONNECTIONS_MAX, waitMs: timeouts.connectMs })
  let newestMigration: string | undefined
  let isFenced = false
  const lane = () => new PostgresLane(writePool, () => newestMigration)
  const queue = new WriteQueue(lane(), lane())
  const probeTimeouts = { ...timeouts, connectMs: Math.min(timeouts.connectMs, PROBE_TIMEOUT_MS) }
  const probePool = createPool(
    { ...target, timeouts: probeTimeouts },
    { max: 1, waitMs: PROBE_TIMEOUT_MS, queryTimeoutMs: PROBE_TIMEOUT_MS },
  )
  let probeFailures = 0

  return {
    ...dialect,
    ...catalog,
    shapes: new Shapes(),
    searchesAtOnce: Infinity,
    reader: connectionOver(pool),
    write: (work, declared) => queue.write(work, declared),
    fenceSchema(newest) {
      newestMigration = newest
    },
    isFenced: () => isFenced,
    changeSchema: (work) => inSchemaChange(pool, work),
    snapshot: (work) => inSnapshot(pool, work),
    read: pipelinedReads(pool, (work) => inReadTransaction(pool, work)),
    slot: Math.floor(Math.random() * SLOTS),
    refusalOf,
    async probe() {
      try {
        hosts?.watch()
        await hosts?.confirm(probePool)
        const { rowCount } = await (newestMigration === undefined
          ? probePool.query('select oid from pg_class limit 1')
          : probePool.query('select from "migrations" where "name" > $1 limit 1', [newestMigration]))
        isFenced = newestMigration !== undefined && rowCount === 1
        probeFailures = 0
      } catch (error) {
        // A host that is cut off closes nothing: requests would wait for it until their time-out.
        if (++probeFailures >= PROBE_FAILURES_MAX) for (const some of [pool, writePool]) some.dropConnections()
        hosts?.searchAgain()
        throw error
      }
    },
    async close() {
      await queue.idle()
      await Promise.all([pool.end(), writePool.end(), probePool.end()])
    },
  }
}
