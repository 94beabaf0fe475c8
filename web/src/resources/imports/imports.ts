import { IconFileImport } from '@tabler/icons-react'
import { withWords } from '../../i18n/i18n.ts'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const imports: Customisation = {
  icon: IconFileImport,
  group: 'other',
  isFor: (resources) => resources.some(({ isImportable }) => isImportable),
  columns: ['resource', 'mode', 'status', 'rowCount', 'created', 'updated', 'failed', 'createdAt'],
  Form: lazyPart(() => withWords('import', import('./upload-form.tsx')).then(({ UploadForm }) => UploadForm)),
  View: lazyPart(() => withWords('import', import('./import-view.tsx')).then(({ ImportView }) => ImportView)),
}
