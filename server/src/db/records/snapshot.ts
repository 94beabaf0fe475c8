import type { ListQuery, Page } from '../../core/lists/list-query.ts'
import type { LookUp } from '../../core/lists/look-up.ts'
import type { Reads, RequestScope } from '../../core/store.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Wanted } from '../../model/search/score.ts'
import type { Connection } from '../engine.ts'
import type { TotalCache } from '../lists/total-cache.ts'
import type { Schema } from '../schema.ts'
import { type ReadContext, readRecord, untypedReads } from './reads.ts'
import type { UntypedReads } from './untyped.ts'

/**
 * The reads of one snapshot: what is asked twice is read once. Most requests read one record, so all that only other requests
 * need is made when it is asked for.
 */
class Snapshot implements UntypedReads {
  readonly #context: ReadContext
  #reads: UntypedReads | undefined
  #first: { readonly resource: Resource; readonly id: string; readonly found: Promise<AnyRecord> } | undefined
  #known: Map<string, Promise<unknown>> | undefined

  constructor(context: ReadContext) {
    this.#context = context
  }

  get(resource: Resource, id: string): Promise<AnyRecord> {
    this.#first ??= { resource, id, found: readRecord(this.#context, resource, id) }
    const { resource: known, id: knownId, found } = this.#first
    if (known === resource && knownId === id) return found
    return this.#once(`${resource.name} ${id}`, () => readRecord(this.#context, resource, id))
  }

  getMany(resource: Resource, ids: readonly string[]) {
    return this.#once(`${resource.name} of ${ids}`, () => this.#all.getMany(resource, ids))
  }

  related(resource: Resource, field: string, ids: readonly string[]) {
    return this.#once(`${resource.name} by ${field} ${ids}`, () => this.#all.related(resource, field, ids))
  }

  heads(resource: Resource, field: string, ids: readonly string[], where?: AnyRecord) {
    const key = `heads of ${resource.name} by ${field} ${ids} ${JSON.stringify(where)}`
    return this.#once(key, () => this.#all.heads(resource, field, ids, where))
  }

  list(resource: Resource, query: ListQuery): Promise<Page<AnyRecord>> {
    return this.#all.list(resource, query)
  }

  find(...words: Parameters<UntypedReads['find']>) {
    return this.#all.find(...words)
  }

  unscoped(): UntypedReads {
    return this.#all.unscoped()
  }

  similar(...words: Parameters<UntypedReads['similar']>) {
    return this.#all.similar(...words)
  }

  beyond(...words: Parameters<UntypedReads['beyond']>) {
    return this.#all.beyond(...words)
  }

  totals(...words: Parameters<UntypedReads['totals']>) {
    return this.#all.totals(...words)
  }

  sums(...words: Parameters<Reads['sums']>) {
    return this.#all.sums(...words)
  }

  aggregate(...words: Parameters<Reads['aggregate']>) {
    return this.#all.aggregate(...words)
  }

  lookUp<T>(wanted: Wanted, work: (lookUp: LookUp) => Promise<T>): Promise<T> {
    return this.#all.lookUp(wanted, work)
  }

  missing(...words: Parameters<Reads['missing']>) {
    return this.#all.missing(...words)
  }

  referrers(...words: Parameters<Reads['referrers']>) {
    return this.#all.referrers(...words)
  }

  inUse(...words: Parameters<Reads['inUse']>) {
    return this.#all.inUse(...words)
  }

  systems(...words: Parameters<Reads['systems']>) {
    return this.#all.systems(...words)
  }

  lastNumber(series: string): Promise<number> {
    return this.#all.lastNumber(series)
  }

  get #all(): UntypedReads {
    this.#reads ??= untypedReads(this.#context)
    return this.#reads
  }

  #once<T>(key: string, read: () => Promise<T>): Promise<T> {
    this.#known ??= new Map()
    const value = (this.#known.get(key) as Promise<T> | undefined) ?? read()
    this.#known.set(key, value)
    return value
  }
}

export function snapshotReads(schema: Schema, connection: Connection, scope: RequestScope, known: TotalCache): Reads {
  const reads: UntypedReads = new Snapshot({ schema, connection, scope, known })
  return reads as Reads
}
