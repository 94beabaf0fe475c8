import type { Frame, Reads } from '../core/store.ts'
import { type AnyRecord, type Resource, valueAt } from '../model/resource.ts'
import type { Table } from './table.ts'

/** Reads of one transaction by id: what was read once, and has not been written since, is not read again. */
export class KnownRecords {
  readonly #reads: Reads
  readonly #tables: ReadonlyMap<string, Table>
  readonly #frame: Frame
  readonly #known = new Map<string, AnyRecord>()

  constructor(reads: Reads, tables: ReadonlyMap<string, Table>, frame: Frame) {
    this.#reads = reads
    this.#tables = tables
    this.#frame = frame
  }

  async get(resource: Resource, id: string): Promise<AnyRecord> {
    const known = this.#known.get(keyOf(resource, id))
    if (known) return known
    const record: AnyRecord = await this.#reads.get(resource, id)
    if (this.#canKnow(resource)) this.#known.set(keyOf(resource, id), record)
    return record
  }

  async getMany(resource: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, AnyRecord>> {
    if (!this.#canKnow(resource)) return this.#reads.getMany(resource, ids)
    const unknown = ids.filter((id) => !this.#known.has(keyOf(resource, id)))
    for (const [id, record] of await this.#reads.getMany(resource, unknown))
      this.#known.set(keyOf(resource, id), record)
    return new Map(this.#among(resource, ids).map((record) => [record.id as string, record]))
  }

  async heads(resource: Resource, field: string, ids: readonly string[], where: AnyRecord = {}): Promise<AnyRecord[]> {
    if (field !== 'id' || !ids.every((id) => this.#known.has(keyOf(resource, id))))
      return this.#reads.heads(resource, field as never, ids, where) as Promise<AnyRecord[]>
    const exact = Object.entries(where)
    return this.#among(resource, ids).filter((record) =>
      exact.every(([path, value]) => valueAt(record, path) === value),
    )
  }

  /** They are likely to be read as well, now that they are named. */
  async missing(name: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { resource } = this.#tables.get(name)!
    if (!this.#canKnow(resource) || this.#frame.namesOwnOnly?.(resource)) return this.#reads.missing(name, ids)
    const found = await this.getMany(resource, ids)
    return new Set(ids.filter((id) => !found.has(id)))
  }

  forget(resource: Resource, id: unknown): void {
    this.#known.delete(keyOf(resource, id as string))
  }

  /** Whoever had to wait may find everything changed. */
  forgetAll(): void {
    this.#known.clear()
  }

  /** Lines are kept elsewhere, and what somebody may not see he does not know. */
  #canKnow(resource: Resource): boolean {
    return this.#tables.get(resource.name)!.lines.length === 0 && !this.#frame.ownOnly(resource)
  }

  #among(resource: Resource, ids: readonly string[]): AnyRecord[] {
    const found: AnyRecord[] = []
    for (const id of [...new Set(ids)].sort()) {
      const record = this.#known.get(keyOf(resource, id))
      if (record) found.push(record)
    }
    return found
  }
}

/** An id alone does not tell whose it is: a body may name a customer where an item belongs. */
const keyOf = ({ name }: Resource, id: string) => `${name} ${id}`
