import type { RecordScreenProps } from '../../screens/customisation.ts'
import { DocumentActions } from '../documents/view/document-actions.tsx'
import { DocumentOverview } from '../documents/view/document-overview.tsx'
import { DocumentScreen } from '../documents/view/document-screen.tsx'

export const DeliveryView = (props: RecordScreenProps) => (
  <DocumentScreen {...props} Actions={DocumentActions} Overview={DocumentOverview} />
)
