import type { Resource } from '../../model/resource.ts'
import { permissionOn } from '../access.ts'
import { entryOf } from '../entry.ts'
import { defineRules, type Entry } from '../rules.ts'
import { auditLog } from './audit-log.resource.ts'
import { visibleChanges } from './changes.ts'

/** The log as a resource that can only be read, and shows of each record what its reader may see of it. */
export function auditEntry(resources: readonly Resource[]): Entry {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const rules = defineRules(auditLog, {
    async compute({ actor }, entries) {
      return entries.map(({ resource: name, diff }) => {
        const resource = byName.get(name)
        if (!resource || resource.internal) return { changes: diff }
        const { can, hidden } = permissionOn(actor.permissions, resource)
        return { changes: can.includes('read') ? visibleChanges(diff, hidden) : null }
      })
    },
  })
  return entryOf(auditLog, { rules, without: ['create', 'update', 'delete', 'history'] })
}
