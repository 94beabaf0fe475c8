import { IconFileText } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** The pages of every document; a resource replaces what it shows differently. */
export const documentPages: Customisation = {
  icon: IconFileText,
  View: lazyPart(() => import('./view/document-view.tsx').then(({ DocumentView }) => DocumentView)),
  Form: lazyPart(() => import('./edit/document-form-screen.tsx').then(({ DocumentFormScreen }) => DocumentFormScreen)),
}
