import type { Frame, Reads } from '../../core/store.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import type { Table } from '../table.ts'
import { Memory } from './memory.ts'

export interface KnownRecordsParts {
  readonly reads: Reads
  readonly tables: ReadonlyMap<string, Table>
  readonly frame: Frame
  /** What was known before: set where nobody else can have changed it. */
  readonly memory?: Memory | undefined
}

const NONE: ReadonlySet<string> = new Set()

/** Reads by id: what was read or written once, and has not been changed since, is not read again. */
export class KnownRecords {
  readonly #reads: Reads
  readonly #tables: ReadonlyMap<string, Table>
  readonly #frame: Frame
  readonly #known: Memory
  readonly #othersWrite: boolean
  /** How often something was written here: what was read before that may not be true any more. */
  #writes = 0
  readonly #written = new Set<Resource>()
  readonly #newcomers = new Set<string>()

  constructor({ reads, tables, frame, memory }: KnownRecordsParts) {
    this.#reads = reads
    this.#tables = tables
    this.#frame = frame
    this.#known = memory ?? new Memory()
    this.#othersWrite = memory === undefined
  }

  async get(resource: Resource, id: string): Promise<AnyRecord> {
    const writes = this.#writes
    return this.#at(resource, id) ?? this.#keep(resource, await this.#reads.get(resource, id), writes)
  }

  async getMany(resource: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, AnyRecord>> {
    const writes = this.#writes
    const found = new Map<string, AnyRecord>()
    const unknown: string[] = []
    for (const id of [...new Set(ids)].sort()) {
      const record = this.#at(resource, id)
      if (record) found.set(id, record)
      else unknown.push(id)
    }
    if (unknown.length === 0) return found
    for (const [id, record] of await this.#reads.getMany(resource, unknown))
      found.set(id, this.#keep(resource, record, writes))
    return found
  }

  async heads(resource: Resource, field: string, ids: readonly string[], where: AnyRecord = {}): Promise<AnyRecord[]> {
    // Nothing that was there before can point to what has only just come.
    if (!this.#written.has(resource) && ids.every((id) => this.#newcomers.has(id))) return []
    const known = field === 'id' ? [...new Set(ids)].sort().map((id) => this.#at(resource, id)) : [undefined]
    if (!known.every((record) => record !== undefined))
      return this.#reads.heads(resource, field as never, ids, where) as Promise<AnyRecord[]>
    const exact = Object.entries(where)
    return known.filter((record) => exact.every(([path, value]) => valueAt(record, path) === value))
  }

  /** They are likely to be read as well, now that they are named. */
  async missing(name: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { resource } = this.#tables.get(name)!
    if (!this.#canKnow(resource) || this.#frame.namesOwnOnly?.(resource)) return this.#reads.missing(name, ids)
    const unknown = ids.filter((id) => !this.#at(resource, id))
    if (unknown.length === 0) return NONE
    const found = await this.getMany(resource, unknown)
    return new Set(unknown.filter((id) => !found.has(id)))
  }

  /** The record as it stays until the transaction ends. Where others write, only the database can tell. */
  async lock(resource: Resource, id: string, read: () => Promise<AnyRecord>): Promise<AnyRecord> {
    const writes = this.#writes
    if (!this.#othersWrite) return this.#at(resource, id) ?? this.#keep(resource, await read(), writes)
    this.doubt()
    return read()
  }

  /** What a record has become. Where others write, only the database can tell. */
  learn(resource: Resource, become: () => AnyRecord): void {
    if (!this.#othersWrite && this.#canKnow(resource)) this.#keep(resource, become(), this.#writes)
  }

  /** A record came, went, or changed. */
  note(resource: Resource, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    const { id } = (before ?? after)!
    this.#written.add(resource)
    if (!before) this.#newcomers.add(id as string)
    this.forget(resource, id)
  }

  forget(resource: Resource, id: unknown): void {
    this.#writes++
    this.#known.of(resource.name).forget(id as string)
  }

  /** Whoever had to wait for others may find everything changed. */
  doubt(): void {
    if (this.#othersWrite) this.#known.forgetAll()
  }

  #at(resource: Resource, id: string): AnyRecord | undefined {
    return this.#canKnow(resource) ? this.#known.of(resource.name).get(id) : undefined
  }

  /** Frozen, since others will get the same one. */
  #keep(resource: Resource, record: AnyRecord, writes: number): AnyRecord {
    if (!this.#canKnow(resource) || writes !== this.#writes) return record
    return this.#known.of(resource.name).keep(record.id as string, Object.freeze(record))
  }

  /** Lines are kept elsewhere, and what somebody may not see he does not know. */
  #canKnow(resource: Resource): boolean {
    return this.#tables.get(resource.name)!.lines.length === 0 && !this.#frame.ownOnly(resource)
  }
}
