import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { isForbidden, transitionTo } from '../../../api/permitted.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { PartProps } from '../../../screens/customisation.ts'
import { ServerText } from '../../../ui/server-text.tsx'

/** Why the next step cannot be taken; shown before the user tries. */
export function Barred({ row, status }: Pick<PartProps, 'row'> & { status: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const transition = transitionTo(row, status)
  if (!transition || transition.allowed || transition.blockers?.some(isForbidden)) return null
  const known = `orders:barredBy.${transition.blockers?.[0]?.code}`
  const titleKey = i18next.exists(known) ? known : 'orders:barred'
  const reasons = (transition.blockers ?? []).map(({ message }) => message)
  return (
    <Alert
      className="no-print"
      variant="light"
      color="orange"
      icon={<IconLock size={18} />}
      title={t(titleKey, { step: labels.action(status) })}
    >
      <ServerText text={reasons.join(' ') || (transition.reason ?? '')} />
    </Alert>
  )
}
