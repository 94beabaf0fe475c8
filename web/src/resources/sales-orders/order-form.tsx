import type { FormScreenProps } from '../../screens/customisation.ts'
import { DocumentFormScreen } from '../documents/edit/document-form-screen.tsx'
import { orderKind } from './order-kind.ts'

export const OrderForm = (props: FormScreenProps) => <DocumentFormScreen {...props} kind={orderKind} />
