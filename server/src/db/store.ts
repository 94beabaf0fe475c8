import { Problem } from '../core/problem.ts'
import type { DeclaredRecords, NamedRecord, RequestScope, Store } from '../core/store.ts'
import { EXTERNAL_IDS } from '../model/keys/external-ids.ts'
import { fieldName, msg, recordsName } from '../model/message.ts'
import type { Resource } from '../model/resource.ts'
import { epochOf } from './counts/series.ts'
import { declaredSums } from './counts/tallies.ts'
import { type Declared, type Engine, OutcomeUnknown, type Refusal, type WriteConnection } from './engine.ts'
import { EXTERNAL_IDS_TABLE } from './external-ids.ts'
import { TotalCache } from './lists/total-cache.ts'
import { type Pending, pendingOf } from './pending.ts'
import { readsOver } from './records/reads.ts'
import { recordsOver } from './records/records.ts'
import { snapshotReads } from './records/snapshot.ts'
import { type Schema, schemaOf } from './schema.ts'
import { Overloaded, RolledBack } from './write-queue/lane.ts'

const RETRY_AFTER_SECONDS = 1
const STORAGE_RETRY_SECONDS = 30

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
      const refusal = engine.refusalOf(error)
      throw refusal ? problemOf(refusal, error) : error
    }
  }
  const reader = { query: (query: Parameters<Engine['reader']['query']>[0]) => guarded(engine.reader.query(query)) }

  return {
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

function problemOf(refusal: Refusal, cause: unknown): Problem {
  switch (refusal.kind) {
    case 'duplicate': {
      if (refusal.table === EXTERNAL_IDS_TABLE) {
        const message = msg`One of the ${fieldName(EXTERNAL_IDS)} is already used by another record.`
        const taken = { resource: '', field: EXTERNAL_IDS }
        const details = [{ field: EXTERNAL_IDS, message }]
        return new Problem('VALIDATION_ERROR', { text: message, details, taken, cause })
      }
      const field = refusal.column.replace(/_key$/, '')
      const details = [
        {
          field,
          message: msg`Another record of ${recordsName({ name: refusal.table })} already has this ${fieldName(field)}.`,
        },
      ]
      const taken = { resource: refusal.table, field }
      return new Problem('VALIDATION_ERROR', {
        text: msg`The ${fieldName(field)} is already taken.`,
        details,
        taken,
        cause,
      })
    }
    case 'dangling':
      return new Problem('VALIDATION_ERROR', {
        details: [{ field: refusal.column, message: msg`The referenced record does not exist.` }],
        cause,
      })
    case 'too-large':
      return new Problem('VALIDATION_ERROR', {
        text: msg`An amount, or the sum of all such amounts, would become too large to be kept exactly.`,
        cause,
      })
    case 'in-use':
      return new Problem('RESOURCE_IN_USE', { cause })
    case 'disk-full':
      return new Problem('STORAGE_FULL', { retryAfterSeconds: STORAGE_RETRY_SECONDS, cause })
    case 'unavailable':
      return new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
  }
}
