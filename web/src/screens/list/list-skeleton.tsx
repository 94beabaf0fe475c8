import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const WIDTHS = [96, 88, 92, 84, 98, 90, 86, 94, 82, 97, 89, 93]

/** Placeholder rows, so that the layout does not shift. */
export function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack p="md" gap="md" role="status" aria-label={t('common:loading')}>
      {WIDTHS.map((width) => (
        <Skeleton key={width} h={16} w={`${width}%`} />
      ))}
    </Stack>
  )
}
