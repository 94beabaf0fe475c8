import type { Changes } from '../../model/changes.ts'
import { valueAt } from '../../model/resource.ts'
import { type Actor, covers, maySee, permissionFor } from '../access.ts'
import { toldChanges } from '../audit/changes.ts'
import type { ChangedRecord } from '../store.ts'

/** What a dry run would have done to one record, as far as the actor may read it. */
export interface Effect {
  readonly resource: string
  readonly recordId: string
  /** What the record is called; null where the actor does not see that. */
  readonly title: unknown
  readonly action: ChangedRecord['action']
  readonly changes: Changes
}

/** Records that the actor may not read are left out, and changes of hidden fields alone. */
export function effectsFor(actor: Actor, changed: readonly ChangedRecord[]): Effect[] {
  return changed.flatMap(({ resource, action, record, changes }) => {
    if (!maySee(actor, resource, record as { createdBy: string | null })) return []
    const { hidden } = permissionFor(actor, resource)
    const title = covers(hidden, resource.title) ? null : (valueAt(record, resource.title) ?? null)
    const shown = toldChanges(resource, action, changes, hidden)
    if (!shown) return []
    return [{ resource: resource.name, recordId: record.id as string, title, action, changes: shown }]
  })
}
