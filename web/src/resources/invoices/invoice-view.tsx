import type { RecordScreenProps } from '../../screens/customisation.ts'
import { DocumentScreen } from '../documents/view/document-screen.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceOverview } from './invoice-overview.tsx'

export const InvoiceView = (props: RecordScreenProps) => (
  <DocumentScreen {...props} Actions={InvoiceActions} Overview={InvoiceOverview} />
)
