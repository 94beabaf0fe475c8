import type { FormScreenProps } from '../../screens/customisation.ts'
import { FormScreen } from '../../screens/form/form-screen.tsx'
import { narrowed } from '../documents/narrowed.ts'

const CHANGEABLE = ['paymentDate', 'method', 'reference']

/** What was paid on which invoice stays; a wrong payment is deleted. */
export const PaymentForm = ({ resource, id }: FormScreenProps) => (
  <FormScreen resource={id ? narrowed(resource, CHANGEABLE) : resource} id={id} />
)
