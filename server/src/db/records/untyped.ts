import type { ListQuery, Page } from '../../core/lists/list-query.ts'
import type { Reads, Records } from '../../core/store.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'

/** Methods whose types do not depend on the fields of a resource. */
type UntypedRead = 'sums' | 'aggregate' | 'lookUp' | 'missing' | 'referrers' | 'inUse' | 'systems' | 'lastNumber'
type UntypedWrite =
  | 'nextNumber'
  | 'skipTo'
  | 'note'
  | 'changes'
  | 'atCommit'
  | 'claim'
  | 'rehearse'
  | 'within'
  | 'attempt'

/** Of the port, as it is: some methods with their types, and the names of all others, so that none can be left out. */
type PartOf<Port, Known extends keyof Port> = Pick<Port, Known> & Record<Exclude<keyof Port, Known>, unknown>

/**
 * `Reads` as the database implements it: which fields a resource has is known only at run time. `Reads` is a subtype, so
 * the compiler checks the cast `as Reads`: another parameter or result is an error.
 */
export interface UntypedReads extends PartOf<Reads, UntypedRead> {
  unscoped(): UntypedReads
  get(resource: Resource, id: string): Promise<AnyRecord>
  find(resource: Resource, where: AnyRecord): Promise<AnyRecord | undefined>
  list(resource: Resource, query: ListQuery): Promise<Page<AnyRecord>>
  getMany(resource: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, AnyRecord>>
  related(resource: Resource, field: string, ids: readonly string[]): Promise<AnyRecord[]>
  heads(resource: Resource, field: string, ids: readonly string[], where?: AnyRecord): Promise<AnyRecord[]>
  similar(resource: Resource, values: Readonly<Record<string, string>>, limit: number): Promise<AnyRecord[]>
  beyond(resource: Resource, where: AnyRecord, field: string, after: number, limit: number): Promise<AnyRecord[]>
  totals(
    resource: Resource,
    field: string,
    by: string,
    values: readonly string[],
    conditions: ListQuery['conditions'],
  ): Promise<Map<string, number>>
}

/** `Records` likewise. */
export interface UntypedRecords extends UntypedReads, PartOf<Omit<Records, keyof Reads>, UntypedWrite> {
  lock(resource: Resource, id: string): Promise<AnyRecord>
  insert(resource: Resource, values: AnyRecord): Promise<AnyRecord>
  update(resource: Resource, before: AnyRecord, changes: AnyRecord): Promise<AnyRecord>
  amend(resource: Resource, before: AnyRecord, changes: AnyRecord): Promise<AnyRecord>
  remove(resource: Resource, record: AnyRecord): Promise<void>
  greatest(resource: Resource, field: string): Promise<number>
  purge(resource: Resource, field: string, before: string, limit: number): Promise<number>
}
