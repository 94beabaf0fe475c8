import type { RecordScreenProps } from '../../../screens/customisation.ts'
import { DocumentActions } from './document-actions.tsx'
import { DocumentOverview } from './document-overview.tsx'
import { DocumentScreen } from './document-screen.tsx'

/** The page of a document whose resource has no page of its own. */
export const DocumentView = (props: RecordScreenProps) => (
  <DocumentScreen {...props} Actions={DocumentActions} Overview={DocumentOverview} />
)
