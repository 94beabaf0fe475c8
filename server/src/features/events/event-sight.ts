import { type Actor, mayRead, permissionFor } from '../../core/access.ts'
import { type AuditEntry, auditLog } from '../../core/audit/audit-log.resource.ts'
import { toldChanges } from '../../core/audit/changes.ts'
import type { Reads } from '../../core/store.ts'
import type { Changes } from '../../model/changes.ts'
import type { Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'

/** The rights of one actor on the events of each resource. */
export class EventSight {
  readonly #actor: Actor
  readonly #permissions = new Map<Resource, Permission | undefined>()
  /** Records that were created by the actor, or that others show to all. */
  readonly #mine = new Set<string>()

  constructor(actor: Actor) {
    this.#actor = actor
  }

  /** Undefined if the actor may not read the resource. */
  permissionOn(resource: Resource): Permission | undefined {
    if (!this.#permissions.has(resource)) {
      const isOpen = !resource.internal && mayRead(this.#actor, resource)
      this.#permissions.set(resource, isOpen ? permissionFor(this.#actor, resource) : undefined)
    }
    return this.#permissions.get(resource)
  }

  /** For roles that see only their own records: finds out whose these records are or were. */
  async learnOwners(records: Reads, resource: Resource, entries: readonly AuditEntry[]): Promise<void> {
    if (!this.permissionOn(resource)?.own) return
    const ids = [...new Set(entries.map(({ recordId }) => recordId!))]
    const found = await records.getMany(resource, ids)
    for (const [id, record] of found) if (this.#isShown(resource, record)) this.#mine.add(id)
    const deleted = ids.filter((id) => !found.has(id))
    for (const { recordId, actor } of await records.heads(auditLog, 'recordId', deleted, { action: 'create' }))
      if (actor === this.#actor.userId) this.#mine.add(recordId!)
  }

  /** Undefined if the event stays out: it would tell that a hidden field has changed. */
  changesOf(resource: Resource, { action, recordId, diff }: AuditEntry): Changes | undefined {
    const permission = this.permissionOn(resource)
    if (!permission || (permission.own && !this.#mine.has(recordId!))) return undefined
    return toldChanges(resource, action, diff, permission.hidden)
  }

  #isShown({ personal }: Resource, record: { readonly createdBy: string | null }): boolean {
    const isShared = typeof personal === 'string' && (record as { [field: string]: unknown })[personal] === true
    return record.createdBy === this.#actor.userId || isShared
  }
}
