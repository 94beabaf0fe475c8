import type { AuditEntry } from '../../core/audit/audit-log.resource.ts'
import { changedFieldsOf } from '../../core/audit/changes.ts'
import type { Reads } from '../../core/store.ts'
import type { Changes } from '../../model/changes.ts'
import type { Resource } from '../../model/resource.ts'
import { eventIdOf, type FeedEvent, isChange, typesIn } from './event.ts'
import { type ChainPosition, type EventPosition, keptCursors, markOf, sealPosition } from './event-position.ts'
import { EventSight } from './event-sight.ts'
import type { EventFilter, EventsRequest, FeedParts } from './events-request.ts'

/** Walks over entries, and gathers the events that are asked for and visible. */
export class FeedReader {
  readonly events: FeedEvent[] = []
  readonly #parts: FeedParts
  readonly #limit: number
  readonly #filter: EventFilter
  readonly #sight: EventSight
  readonly #position: ChainPosition[]

  constructor(parts: FeedParts, { actor, filter = {}, limit }: EventsRequest, start: EventPosition) {
    this.#parts = parts
    this.#limit = limit
    this.#filter = filter
    this.#sight = new EventSight(actor)
    this.#position = [...start]
  }

  get sequences(): number[] {
    return this.#position.map(({ sequence }) => sequence)
  }

  get cursor(): string {
    return sealPosition(this.#parts.cursors, this.#position)
  }

  get keptCursor(): string {
    return sealPosition(keptCursors, this.#position)
  }

  get isFull(): boolean {
    return this.events.length >= this.#limit
  }

  hasMore(heads: readonly number[]): boolean {
    return this.#position.some(({ sequence }, chain) => sequence < heads[chain]!)
  }

  /** In their order, until the page is full. */
  async examine(records: Reads, entries: readonly AuditEntry[]): Promise<void> {
    const wanted = entries.filter((entry) => this.#isWanted(entry))
    for (const [name, some] of Map.groupBy(wanted, ({ resource }) => resource))
      await this.#sight.learnOwners(records, this.#resource(name), some)
    const isWanted = new Set(wanted)
    for (const entry of entries) {
      if (isWanted.has(entry)) this.#take(entry)
      else this.#pass(entry)
      if (this.isFull) return
    }
  }

  #resource(name: string): Resource {
    return this.#parts.byName.get(name)!.resource
  }

  #isWanted(entry: AuditEntry): boolean {
    const { resources, types, recordId } = this.#filter
    if (!isChange(entry) || !this.#parts.byName.has(entry.resource)) return false
    if (resources && !resources.includes(entry.resource)) return false
    if (types && !types.some((type) => type.startsWith(`${entry.resource}.`))) return false
    return recordId === undefined || recordId === entry.recordId
  }

  #isWantedType(type: string): boolean {
    const { types } = this.#filter
    return !types || types.includes(type) || types.includes(`${type.slice(0, type.indexOf('.'))}.*`)
  }

  #pass(entry: AuditEntry): void {
    this.#position[entry.chain] = { sequence: entry.sequence, done: 0, mark: markOf(entry) }
  }

  /** The events of one entry that were not read before. Which ones it has must not depend on the filter: cursors count them. */
  #take(entry: AuditEntry): void {
    const resource = this.#resource(entry.resource)
    const changes = this.#sight.changesOf(resource, entry)
    const before = this.#position[entry.chain]!
    const { done } = before
    const all = typesIn(resource, entry)
    if (!changes || done >= all.length) {
      this.#pass(entry)
      return
    }
    const visible = typesIn(resource, { action: entry.action, diff: changes })
    for (const [index, type] of all.entries()) {
      if (index < done || this.isFull) continue
      if (index + 1 === all.length) this.#pass(entry)
      else this.#position[entry.chain] = { ...before, done: index + 1 }
      if (visible.includes(type) && this.#isWantedType(type)) this.events.push(this.#event(entry, type, index, changes))
    }
  }

  #event(entry: AuditEntry, type: string, index: number, changes: Changes): FeedEvent {
    const { resource, recordId, recordVersion, createdAt, actor, requestId } = entry
    return {
      id: eventIdOf(entry, type, index),
      cursor: this.cursor,
      type,
      resource,
      recordId: recordId!,
      version: recordVersion,
      at: createdAt,
      actor,
      requestId,
      changedFields: changedFieldsOf(changes),
      changes,
    }
  }
}
