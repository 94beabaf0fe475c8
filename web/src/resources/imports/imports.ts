import { IconFileImport } from '@tabler/icons-react'
import { allows } from '../../api/resources.ts'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

/** What rows of a file can become. */
const IMPORTABLE = new Set(['items', 'customers'])

export const imports: Customisation = {
  icon: IconFileImport,
  group: 'other',
  isFor: (resources) =>
    resources.some((one) => IMPORTABLE.has(one.name) && (allows(one, 'create') || allows(one, 'update'))),
  columns: ['resource', 'mode', 'status', 'rowCount', 'created', 'updated', 'failed', 'createdAt'],
  Form: lazyPart(() => import('./upload-form.tsx').then(({ UploadForm }) => UploadForm)),
  View: lazyPart(() => import('./import-view.tsx').then(({ ImportView }) => ImportView)),
}
