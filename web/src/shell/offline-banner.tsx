import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function OfflineBanner() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert role="status" color="yellow" variant="outline" icon={<IconCloudOff size={18} />} mb="md">
      {t('shell:offline')}
    </Alert>
  )
}
