import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Pending } from '../pending.ts'
import type { Table } from '../table.ts'

/** What a request has changed so far, or an attempt within it. */
export class ChangesSoFar {
  readonly #pending: Pending
  readonly #outer: ChangesSoFar | undefined
  readonly #inserted = new Set<unknown>()
  readonly #raised = new Set<unknown>()
  readonly #resources = new Set<Resource>()

  constructor(pending: Pending, outer?: ChangesSoFar) {
    this.#pending = pending
    this.#outer = outer
  }

  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    this.#resources.add(table.resource)
    if (!before) this.#inserted.add(after!.id)
    this.#pending.counts.note(table, before, after)
    this.#pending.index.note(table, before, after)
    if (before && table.resource.guardsAccess) this.#pending.touchAccess()
  }

  /** Whether the version of a record is to be raised: once in a request, and never of a new record. */
  raise(id: unknown): boolean {
    if (this.hasInserted(id) || this.hasRaised(id)) return false
    this.#raised.add(id)
    return true
  }

  /** No record that was there before the request can point to a record that the request has inserted. */
  excludeReferences(resource: Resource, ids: readonly string[]): boolean {
    return !this.hasChanged(resource) && ids.every((id) => this.hasInserted(id))
  }

  /** The attempt has succeeded. */
  publish(): void {
    const outer = this.#outer!
    for (const id of this.#inserted) outer.#inserted.add(id)
    for (const id of this.#raised) outer.#raised.add(id)
    for (const resource of this.#resources) outer.#resources.add(resource)
  }

  hasInserted(id: unknown): boolean {
    return this.#inserted.has(id) || this.#outer?.hasInserted(id) === true
  }

  hasRaised(id: unknown): boolean {
    return this.#raised.has(id) || this.#outer?.hasRaised(id) === true
  }

  hasChanged(resource: Resource): boolean {
    return this.#resources.has(resource) || this.#outer?.hasChanged(resource) === true
  }
}
