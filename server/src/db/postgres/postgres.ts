import { traced } from '../../core/tracing.ts'
import type { DatabaseOptions, Engine } from '../engine.ts'
import { Shapes } from '../shapes.ts'
import { WriteQueue } from '../write-queue/write-queue.ts'
import { analyze } from './analyze.ts'
import { catalog } from './catalog.ts'
import { dialect } from './dialect.ts'
import { refusalOf } from './errors.ts'
import { hostsOf } from './hosts.ts'
import { buildIndexesAhead } from './index-ahead.ts'
import { PostgresLane } from './lane.ts'
import { pipelinedReads } from './pipelined-reads.ts'
import { connectionOver, createPool, statsOf, type Target } from './pool.ts'
import { Probe } from './probe.ts'
import { inReadTransaction, inSchemaChange, inSnapshot } from './transactions.ts'

/** How long a read waits for a connection beyond the time that opening one may take. */
const READ_WAIT_MS = 10_000
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
  const probe = new Probe(target, [pool, writePool])
  const lane = () => new PostgresLane(writePool, () => probe.newestMigration)
  const queue = new WriteQueue(lane(), lane())

  return {
    ...dialect,
    ...catalog,
    shapes: new Shapes(),
    searchesAtOnce: Infinity,
    reader: connectionOver(pool),
    write: (work, declared) => queue.write(work, declared),
    fenceSchema(newest) {
      probe.newestMigration = newest
    },
    isFenced: () => probe.isFenced,
    buildIndexesAhead: (indexes) => buildIndexesAhead(pool, indexes),
    analyze: () => analyze(pool),
    changeSchema: (work) => inSchemaChange(pool, work),
    snapshot: (work) => inSnapshot(pool, work),
    read: pipelinedReads(pool, (work) => traced('slow read', () => inReadTransaction(pool, work))),
    slot: Math.floor(Math.random() * SLOTS),
    refusalOf,
    probe: () => probe.run(),
    stats: () => ({
      database: 'postgres',
      writes: queue.stats,
      pools: { read: statsOf(pool), write: statsOf(writePool) },
    }),
    async close() {
      await queue.idle()
      await Promise.all([pool.end(), writePool.end(), probe.end()])
    },
  }
}
