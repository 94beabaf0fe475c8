import { IconHistory } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { accessPart } from '../shared/access-part.ts'

export const auditLog: Customisation = {
  icon: IconHistory,
  group: 'administration',
  heading: (row, labels) => `${labels.many({ name: String(row.resource) })}: ${labels.action(String(row.action))}`,
  columns: ['createdAt', 'actorName', 'action', 'resource', 'recordId', 'operation'],
  cells: {
    changes: accessPart(() => import('./audit-cells.tsx').then(({ ChangesCell }) => ChangesCell)),
    recordId: accessPart(() => import('./audit-cells.tsx').then(({ RecordCell }) => RecordCell)),
    requestId: accessPart(() => import('./audit-cells.tsx').then(({ RequestCell }) => RequestCell)),
    resource: accessPart(() => import('./audit-cells.tsx').then(({ ResourceCell }) => ResourceCell)),
    action: accessPart(() => import('./audit-cells.tsx').then(({ ActionCell }) => ActionCell)),
  },
  List: accessPart(() => import('./audit-list.tsx').then(({ AuditList }) => AuditList)),
}
