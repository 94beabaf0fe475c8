import { IconFileImport } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

export const imports: Customisation = {
  icon: IconFileImport,
  group: 'other',
  isFor: (resources) => resources.some(({ isImportable }) => isImportable),
  columns: ['resource', 'mode', 'status', 'rowCount', 'created', 'updated', 'failed', 'createdAt'],
  Form: lazyPart(() => import('./upload-form.tsx').then(({ UploadForm }) => UploadForm)),
  View: lazyPart(() => import('./import-view.tsx').then(({ ImportView }) => ImportView)),
}
