import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Shown while the session is being loaded. */
export function Starting() {
  const { t } = useTranslation()
  return (
    <Stack p="xl" role="status" aria-label={t('common:loading')}>
      <Skeleton h={28} w={240} />
      <Skeleton h={16} w={360} />
      <Skeleton h={320} mt="md" />
    </Stack>
  )
}
