import type { Engine } from '../engine.ts'
import { Shapes } from '../shapes.ts'
import { WriteQueue } from '../write-queue/write-queue.ts'
import { catalog } from './catalog.ts'
import { dialect } from './dialect.ts'
import { refusalOf } from './errors.ts'
import { buildIndexesAhead } from './index-ahead.ts'
import { PostgresLane } from './lane.ts'
import { pipelinedReads } from './pipelined-reads.ts'
import { connectionOver, createPool } from './pool.ts'
import { inReadTransaction, inSchemaChange, inSnapshot } from './transactions.ts'

const CONNECT_TIMEOUT_MS = 15_000
/** The probe gives up sooner: a host that does not answer must be noticed. */
const PROBE_TIMEOUT_MS = 5_000
/** One probe may fail by chance; after the second, every connection is taken for dead. */
const PROBE_FAILURES_MAX = 2
const SLOTS = 16
/** One for each lane of the write queue, and one to learn what became of a lost commit. */
const WRITE_CONNECTIONS_MAX = 3
const WRITE_CONNECT_TIMEOUT_MS = 5_000

/** A shared server: any number of Kontor processes may use it at once. */
export function openPostgres(connectionString: string, connections: number): Engine {
  const pool = createPool(connectionString, { max: connections, connectTimeoutMs: CONNECT_TIMEOUT_MS })
  const writePool = createPool(connectionString, {
    max: WRITE_CONNECTIONS_MAX,
    connectTimeoutMs: WRITE_CONNECT_TIMEOUT_MS,
  })
  let newestMigration: string | undefined
  const lane = () => new PostgresLane(writePool, () => newestMigration)
  const queue = new WriteQueue(lane(), lane())
  const probePool = createPool(connectionString, {
    max: 1,
    connectTimeoutMs: PROBE_TIMEOUT_MS,
    queryTimeoutMs: PROBE_TIMEOUT_MS,
  })
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
    buildIndexesAhead: (indexes) => buildIndexesAhead(pool, indexes),
    changeSchema: (work) => inSchemaChange(pool, work),
    snapshot: (work) => inSnapshot(pool, work),
    read: pipelinedReads(pool, (work) => inReadTransaction(pool, work)),
    slot: Math.floor(Math.random() * SLOTS),
    refusalOf,
    async probe() {
      try {
        await probePool.query('select oid from pg_class limit 1')
        probeFailures = 0
      } catch (error) {
        // A host that is cut off closes nothing: requests would wait for it until their time-out.
        if (++probeFailures >= PROBE_FAILURES_MAX) for (const some of [pool, writePool]) some.dropConnections()
        throw error
      }
    },
    async close() {
      await queue.idle()
      await Promise.all([pool.end(), writePool.end(), probePool.end()])
    },
  }
}
