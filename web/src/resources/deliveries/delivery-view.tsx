import { useTranslation } from 'react-i18next'
import type { Row } from '../../api/resources.ts'
import type { RecordScreenProps } from '../../screens/customisation.ts'
import { DocumentActions } from '../documents/view/document-actions.tsx'
import { DocumentOverview } from '../documents/view/document-overview.tsx'
import { DocumentScreen } from '../documents/view/document-screen.tsx'

export function DeliveryView(props: RecordScreenProps) {
  const { t } = useTranslation()
  const nameOf = ({ orderNumber }: Row) => t('orders:deliveryOf', { order: String(orderNumber) })
  return <DocumentScreen {...props} nameOf={nameOf} Actions={DocumentActions} Overview={DocumentOverview} />
}
