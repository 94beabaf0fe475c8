import { Button, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/locale.tsx'
import type { Progress as Done } from './use-bulk-run.ts'

interface BulkProgressProps {
  readonly progress: Done
  readonly onStop: () => void
}

/** How far a change is that takes several requests. Stopping it keeps what has been changed. */
export function BulkProgress({ progress: { done, total }, onStop }: BulkProgressProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = t('lists:bulk.progress', { done: format.number(done), total: format.number(total) })
  return (
    <>
      <Progress.Root w={160}>
        <Progress.Section value={(100 * done) / total} aria-label={text} />
      </Progress.Root>
      <Text size="sm" fw={500} px="xs" role="status" className="numbers">
        {text}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={onStop}>
        {t('lists:bulk.stop')}
      </Button>
    </>
  )
}
