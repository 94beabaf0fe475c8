import type { PartProps } from '../../screens/customisation.ts'
import { NewOrderButton } from './new-order-button.tsx'
import { ReceiveButton } from './receive-button.tsx'

export const CustomerActions = (props: PartProps) => (
  <>
    <ReceiveButton {...props} />
    <NewOrderButton {...props} />
  </>
)
