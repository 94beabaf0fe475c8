import { IconHistory } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const auditLog: Customisation = {
  icon: IconHistory,
  group: 'administration',
  heading: (row, labels) => `${labels.many({ name: String(row.resource) })}: ${labels.action(String(row.action))}`,
  columns: ['createdAt', 'actorName', 'action', 'resource', 'recordId', 'operation'],
  cells: {
    changes: lazyPart(() => import('./audit-cells.tsx').then(({ ChangesCell }) => ChangesCell)),
    recordId: lazyPart(() => import('./audit-cells.tsx').then(({ RecordCell }) => RecordCell)),
    requestId: lazyPart(() => import('./audit-cells.tsx').then(({ RequestCell }) => RequestCell)),
    resource: lazyPart(() => import('./audit-cells.tsx').then(({ ResourceCell }) => ResourceCell)),
    action: lazyPart(() => import('./audit-cells.tsx').then(({ ActionCell }) => ActionCell)),
  },
  List: lazyPart(() => import('./audit-list.tsx').then(({ AuditList }) => AuditList)),
}
