import type { Resource } from '../../model/resource.ts'
import { type Action, readAction } from '../action.ts'
import { auditLog } from './audit-log.resource.ts'

/** The history of one record, for users who may read the record. */
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
    description: `The newest first, with the filters of GET /${auditLog.name}.`,
    async run({ records }, { id, list }) {
      await records.get(resource, id) // a user who may not see the record must not see its history
      const conditions = [...list!.conditions, { path: 'recordId', operator: 'eq' as const, values: [id] }]
      return { page: await records.list(auditLog, { ...list!, conditions }) }
    },
  })
