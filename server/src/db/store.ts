import { Problem } from '../core/problem.ts'
import type { DeclaredRecords, NamedRecord, RequestScope, Store } from '../core/store.ts'
import type { Resource } from '../model/resource.ts'
import { epochOf } from './counts/series.ts'
import { declaredSums } from './counts/tallies.ts'
import { type Declared, type Engine, OutcomeUnknown, type WriteConnection } from './engine.ts'
import { TotalCache } from './lists/total-cache.ts'
import { type Pending, pendingOf } from './pending.ts'
import { checksLocks, withCheckedLocks } from './records/lock-order.ts'
import { readsOver } from './records/reads.ts'
import { recordsOver } from './records/records.ts'
import { problemOf, refuse } from './records/refuse.ts'
import { snapshotReads } from './records/snapshot.ts'
import { type Schema, schemaOf } from './schema.ts'
import { Overloaded, RolledBack } from './write-queue/lane.ts'

const RETRY_AFTER_SECONDS = 1

export function createStore(engine: Engine, resources: readonly Resource[]): Store {
  const schema = schemaOf(engine, resources)
  const recordsFor = (connection: WriteConnection, scope: RequestScope, pending: Pending) =>
    recordsOver(schema, connection, scope, pending)
  const known = new TotalCache()
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof Overloaded) throw new Problem('OVERLOADED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      if (error instanceof RolledBack) throw problemOf({ kind: 'unavailable' }, error)
      if (error instanceof OutcomeUnknown) throw new Problem('OUTCOME_UNKNOWN', { cause: error })
      return refuse(engine, error)
    }
  }
  const reader = { query: (query: Parameters<Engine['reader']['query']>[0]) => guarded(engine.reader.query(query)) }

  const store: Store = {
    epoch: epochOf(engine, reader),
    reads: (scope) => readsOver(schema, reader, scope),
    read: (scope, work) =>
      guarded(engine.read((connection) => work(snapshotReads(schema, connection, scope, known)), scope.onCancel)),
    write: (scope, work, declared) =>
      guarded(
        engine.write(
          async (connection) => {
            const pending = pendingOf(engine, connection, schema.lexicon, recordsFor)
            const result = await work(recordsFor(connection, scope, pending))
            await pending.finish()
            return result
          },
          declaredQueries(schema, declared),
        ),
      ),
  }
  return checksLocks() ? withCheckedLocks(store, resources) : store
}

/** The rows that are named, where a database gains by knowing them beforehand. */
function declaredQueries({ engine, tables, statements }: Schema, declared: DeclaredRecords | undefined): Declared[] {
  if (!declared || !engine.lockTexts) return []
  const { locks = [], reads = [], claims = [] } = declared
  const named = (how: 'lock' | 'get', { resource, id }: NamedRecord): Declared[] => {
    const table = tables.get(resource)
    return table ? [{ query: statements[how](table, id), key: id }] : [] // an action may belong to no table
  }
  return [
    ...locks.flatMap((record) => named('lock', record)),
    ...reads.flatMap((record) => [
      ...named('get', record),
      ...declaredSums(engine, tables, record.resource, record.id),
    ]),
    ...claims.map((name) => ({ query: engine.claim!(name), key: name })),
  ]
}
