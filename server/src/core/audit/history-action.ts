import type { Resource } from '../../model/resource.ts'
import { type Action, readAction } from '../action.ts'
import { auditLog } from './audit-log.resource.ts'

/** What happened to one record, for whoever may read the record. */
export const historyAction = (resource: Resource, place: { path: string; recordId?: string }): Action =>
  readAction({
    name: 'history',
    method: 'GET',
    ...place,
    parameters: 'list',
    of: { resource: auditLog, hidden: ['address', 'credential'] },
    access: 'read',
    status: 200,
    summary: `List what happened to one ${resource.singular}`,
    async run({ records }, { id, list }) {
      await records.get(resource, id) // whoever may not see it must not see what happened to it
      const conditions = [...list!.conditions, { path: 'recordId', operator: 'eq' as const, values: [id] }]
      return { page: await records.list(auditLog, { ...list!, conditions }) }
    },
  })
