import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { CommitWork, Frame, HappeningNote, Records, Store } from '../store.ts'
import { append, type Entries, type Statement } from './chain.ts'
import { changesBetween } from './changes.ts'

/** A store that writes an audit entry for each change, in the same transaction: there is no change without its entry. */
export function auditedStore(store: Store, key: Buffer): Store {
  const appending: CommitWork<Entries> = { run: (recordsFor, items) => append(recordsFor, key, items) }
  return {
    ...store,
    write: (frame, work, declared) =>
      store.write(
        frame,
        async (records) => {
          const book = new Book()
          const result = await work(audited(records, book))
          const entries = book.entries(frame)
          if (entries.length > 0) records.atCommit(appending, { frame, entries })
          return result
        },
        declared,
      ),
  }
}

/** Internal records are not audited; the code that changes one audits what matters. */
const isAudited = ({ internal }: Resource) => !internal

function audited(records: Records, book: Book): Records {
  return {
    ...records,
    async insert(resource, values) {
      const record = await records.insert(resource, values)
      if (isAudited(resource)) book.changed(resource, undefined, record as AnyRecord)
      return record
    },
    async update(resource, before, changes) {
      const record = await records.update(resource, before, changes)
      if (isAudited(resource)) book.changed(resource, before as AnyRecord, record as AnyRecord)
      return record
    },
    async remove(resource, record) {
      await records.remove(resource, record)
      if (isAudited(resource)) book.changed(resource, record as AnyRecord, undefined)
    },
    note: (happening) => book.happened(happening),
  }
}

interface Change {
  readonly resource: Resource
  readonly id: string
  readonly before: AnyRecord | undefined
  readonly after: AnyRecord | undefined
}

/** The changes of one transaction. A record that changed more than once has one entry. */
class Book {
  readonly #changes = new Map<string, Change>()
  readonly #happenings: HappeningNote[] = []

  changed(resource: Resource, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    const id = (before ?? after)!.id as string
    const known = this.#changes.get(id)
    this.#changes.set(id, { resource, id, before: known ? known.before : before, after })
  }

  happened(happening: HappeningNote): void {
    this.#happenings.push(happening)
  }

  entries({ now, trace }: Frame): Statement[] {
    const { actor, operation = null } = trace ?? {}
    const common = {
      createdAt: now,
      actor: actor?.userId ?? null,
      actorName: actor?.name ?? null,
      credential: actor?.credential?.id ?? null,
      address: actor?.address ?? null,
      requestId: actor?.requestId ?? null,
      operation,
    }
    const changes = [...this.#changes.values()].flatMap((change) => this.#entryOf(change))
    const happenings = this.#happenings.map(({ changes: diff = {}, by, ...rest }) => ({
      ...rest,
      ...(by && { actor: by.id, actorName: by.name, credential: by.credential }),
      diff,
    }))
    return [...changes, ...happenings].map((entry) => ({ ...common, ...entry }))
  }

  #entryOf({ resource, id, before, after }: Change): (HappeningNote & Pick<Statement, 'diff'>)[] {
    if (!before && !after) return [] // inserted and deleted in the same transaction
    const diff = changesBetween(resource, before, after)
    const action = before ? (after ? 'update' : 'delete') : 'create'
    if (action === 'update' && !diff) return []
    return [{ action, resource: resource.name, recordId: id, diff: diff ?? {} }]
  }
}
