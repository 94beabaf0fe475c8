import type { RecordScreenProps } from '../../screens/customisation.ts'
import { DocumentScreen } from '../documents/view/document-screen.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderOverview } from './order-overview.tsx'

export const OrderView = (props: RecordScreenProps) => (
  <DocumentScreen {...props} Actions={OrderActions} Overview={OrderOverview} />
)
