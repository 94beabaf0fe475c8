import { mayRead, permissionFor } from '../core/access.ts'
import type { Context } from '../core/action.ts'
import { type AuditEntry, auditLog } from '../core/audit/audit-log.resource.ts'
import { visibleChanges } from '../core/audit/changes.ts'
import { defineRules, type Entry } from '../core/rules.ts'
import type { Reads } from '../core/store.ts'
import type { Resource } from '../model/resource.ts'
import { entryOf } from './entry-of.ts'

const EXPORT = 'export'

/** The log as a read-only resource; the changes of a record are shown as far as the reader may see the record. */
export function auditEntry(resources: readonly Resource[]): Entry {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const rules = defineRules(auditLog, {
    async compute(ctx, entries) {
      const mine = await ownRecords(ctx, byName, entries)
      return entries.map(({ resource: name, recordId, action, diff }) => {
        const resource = byName.get(name)
        if (!resource || resource.internal) return { changes: diff }
        const { own, hidden } = permissionFor(ctx.actor, resource)
        const isOpen = mayRead(ctx.actor, resource) && (!own || mine.has(recordId))
        if (!isOpen) return { changes: null }
        // The query of an export may filter by a field that its reader sees and this reader does not.
        return { changes: action === EXPORT && hidden?.length ? {} : visibleChanges(resource, diff, hidden) }
      })
    },
  })
  return entryOf(auditLog, { rules, without: ['create', 'update', 'delete', 'history'] })
}

/** If the reader's role is limited to own records: the ids of own records among the entries. */
async function ownRecords(
  { actor, records }: Context<Reads>,
  byName: ReadonlyMap<string, Resource>,
  entries: readonly AuditEntry[],
): Promise<ReadonlySet<string | null>> {
  const mine = new Set<string | null>()
  for (const [name, some] of Map.groupBy(entries, ({ resource }) => resource)) {
    const resource = byName.get(name)
    if (!resource || !permissionFor(actor, resource).own) continue
    const ids = new Set(some.flatMap(({ recordId }) => recordId ?? []))
    for (const [id, { createdBy }] of await records.getMany(resource, [...ids]))
      if (createdBy === actor.userId) mine.add(id)
  }
  return mine
}
