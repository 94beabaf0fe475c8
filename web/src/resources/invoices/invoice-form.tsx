import type { FormScreenProps } from '../../screens/customisation.ts'
import { DocumentFormScreen } from '../documents/edit/document-form-screen.tsx'
import { invoiceKind } from './invoice-kind.ts'

export const InvoiceForm = (props: FormScreenProps) => <DocumentFormScreen {...props} kind={invoiceKind} />
