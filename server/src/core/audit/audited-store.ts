import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { JsonText } from '../../model/text.ts'
import type {
  ChangedRecord,
  CommitWork,
  HappeningNote,
  NewRecord,
  Records,
  RequestScope,
  Store,
  Trace,
} from '../store.ts'
import { auditChains, auditLog } from './audit-log.resource.ts'
import { changesBetween } from './changes.ts'
import { type AuditKeys, type Statement, sealOf } from './seals.ts'

/** A single chain would make all writers of a shared database wait for each other. */
export const CHAINS = 8
export const chainId = (chain: number): string => `chn_${chain}`

/** The entries of one request. */
export interface Entries {
  readonly scope: RequestScope
  readonly entries: readonly Statement[]
}

/**
 * Adds the entries of all requests of a transaction to one of the chains, which stays locked until the transaction ends.
 * Their position is greater than all that were committed before this transaction had locked its records (a Lamport clock):
 * so two changes of one record have ascending positions, whichever chains they are in, and no lock is shared by all.
 */
export async function append(
  recordsFor: (scope: RequestScope) => Records,
  keys: AuditKeys,
  requests: readonly Entries[],
): Promise<void> {
  const chain = Math.floor(Math.random() * CHAINS)
  const service = recordsFor(requests[0]!.scope)
  const [head, latest] = await Promise.all([
    service.lock(auditChains, chainId(chain)),
    service.greatest(auditChains, 'position'),
  ])
  const { id: keyId, key } = keys.toContinue(head.key)
  const position = Math.max(head.position, latest) + 1
  let { sequence, hash } = head
  for (const { scope, entries } of requests) {
    const records = recordsFor(scope)
    for (const entry of entries) {
      sequence++
      const placed = { ...entry, position }
      hash = sealOf(key, hash, sequence, placed)
      await records.insert(auditLog, { ...placed, hash, chain, sequence } as unknown as NewRecord<typeof auditLog>)
    }
  }
  await service.update(auditChains, head, { sequence, hash, key: keyId, position })
}

/** A store that writes an audit entry for each change, in the same transaction: there is no change without its entry. */
export function auditedStore(store: Store, keys: AuditKeys): Store {
  const appending: CommitWork<Entries> = { run: (recordsFor, items) => append(recordsFor, keys, items) }
  return {
    ...store,
    write: (scope, work, declared) =>
      store.write(
        scope,
        async (records) => {
          const book = new Book()
          const result = await work(audited(records, book, scope))
          const entries = book.entries(scope)
          if (entries.length > 0) records.atCommit(appending, { scope, entries })
          return result
        },
        declared,
      ),
  }
}

/** Internal records are not audited; the code that changes one audits what matters. */
const isAudited = ({ internal, unaudited }: Resource) => !internal && !unaudited

function audited(records: Records, book: Book, scope: RequestScope): Records {
  const noted = (resource: Resource, before: AnyRecord | undefined, after: AnyRecord | undefined) => {
    if (isAudited(resource)) book.changed({ resource, before, after, operation: operationOf(scope.trace) })
  }
  return {
    ...records,
    async insert(resource, values) {
      const record = await records.insert(resource, values)
      noted(resource, undefined, record as AnyRecord)
      return record
    },
    async update(resource, before, changes) {
      const record = await records.update(resource, before, changes)
      noted(resource, before as AnyRecord, record as AnyRecord)
      return record
    },
    async remove(resource, record) {
      await records.remove(resource, record)
      noted(resource, record as AnyRecord, undefined)
    },
    note: (happening) => book.happened(happening),
    changes: () => book.changes(),
    within: (scope) => audited(records.within(scope), book, scope),
    async attempt(work, isTrial) {
      const own = new Book(book)
      const result = await records.attempt((inner) => work(audited(inner, own, scope)), isTrial)
      if (!isTrial) own.publish()
      return result
    },
  }
}

/** With the way in, where it was not the API: `mcp:projects.update`. */
function operationOf(trace: Trace | undefined): string | null {
  if (!trace) return null
  const { actor, operation } = trace
  return actor.via ? `${actor.via}:${operation}` : operation
}

interface Change {
  readonly resource: Resource
  readonly before: AnyRecord | undefined
  readonly after: AnyRecord | undefined
  /** Of the last change, where several operations of a batch have changed the record. */
  readonly operation: string | null
}

/** What a change comes to; undefined if it comes to nothing. */
interface Outcome extends Pick<ChangedRecord, 'resource' | 'action' | 'record'> {
  readonly recordVersion: number
  readonly operation: string | null
  readonly diff: JsonText | undefined
}

/** The changes of one request, or of an attempt within it. A record that changed more than once has one entry. */
class Book {
  readonly #changes = new Map<string, Change>()
  readonly #happenings: HappeningNote[] = []
  readonly #outer: Book | undefined

  constructor(outer?: Book) {
    this.#outer = outer
  }

  /** The attempt has succeeded. */
  publish(): void {
    for (const [id, change] of this.#changes) this.#outer!.#note(id, change)
    for (const happening of this.#happenings) this.#outer!.happened(happening)
  }

  changed(change: Change): void {
    this.#note((change.before ?? change.after)!.id as string, change)
  }

  #note(id: string, change: Change): void {
    const known = this.#changes.get(id)
    this.#changes.set(id, known ? { ...change, before: known.before } : change)
  }

  changes(): ChangedRecord[] {
    return this.#outcomes().map(({ resource, action, record, diff }) => ({
      resource,
      action,
      record,
      changes: diff ? JSON.parse(diff.text) : {},
    }))
  }

  happened(happening: HappeningNote): void {
    this.#happenings.push(happening)
  }

  entries({ now, trace }: RequestScope): Statement[] {
    const actor = trace?.actor
    const common = {
      createdAt: now,
      actor: actor?.userId ?? null,
      actorName: actor?.name ?? null,
      credential: actor?.credential?.id ?? null,
      address: actor?.address ?? null,
      requestId: actor?.requestId ?? null,
      serverRequestId: actor?.serverRequestId ?? null,
    }
    const changes = this.#outcomes().map(({ action, resource, record, recordVersion, diff = {}, operation }) => ({
      operation,
      action,
      resource: resource.name,
      recordId: record.id as string,
      recordVersion,
      diff,
    }))
    const happenings = this.#happenings.map(({ changes: diff = {}, by, ...rest }) => ({
      operation: operationOf(trace),
      ...rest,
      recordVersion: null,
      ...(by && { actor: by.id, actorName: by.name, credential: by.credential }),
      diff,
    }))
    return [...changes, ...happenings].map((entry) => ({ ...common, ...entry }))
  }

  #outcomes(): Outcome[] {
    return [...this.#changes.values()].flatMap(({ resource, before, after, operation }): Outcome[] => {
      if (!before && !after) return [] // inserted and deleted in the same transaction
      const diff = changesBetween(resource, before, after)
      const action = before ? (after ? 'update' : 'delete') : 'create'
      if (action === 'update' && !diff) return []
      // A deletion comes after the last version, so that a client can tell by the version alone what is newer.
      const recordVersion = after ? (after.version as number) : (before!.version as number) + 1
      return [{ resource, action, record: (after ?? before)!, recordVersion, operation, diff }]
    })
  }
}
