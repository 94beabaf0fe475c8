import { Button, Card, Group, Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/locale.tsx'
import { toast } from '../../ui/toast.tsx'
import { cancelImport, type Import, importQuery } from './import-api.ts'

/** The progress of an import. The import continues whether or not this page is open. */
export function ImportProgress({ data: { id, dryRun, processed, rowCount } }: { data: Import }) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const cancel = () =>
    cancelImport(id).then(({ data }) => client.setQueryData(importQuery(id).queryKey, data), toast.failed)
  return (
    <Card aria-live="polite">
      <Group justify="space-between" mb="xs">
        <Text fw={500}>{t(dryRun ? 'import:checking' : 'import:running')}</Text>
        <Text size="sm" c="dimmed" className="numbers">
          {format.number(processed)} / {format.number(rowCount)}
        </Text>
      </Group>
      <Progress
        value={rowCount === 0 ? 0 : (processed / rowCount) * 100}
        size="lg"
        animated
        aria-label={t('import:progress')}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => void cancel()}>
          {t('common:cancel')}
        </Button>
      </Group>
    </Card>
  )
}
