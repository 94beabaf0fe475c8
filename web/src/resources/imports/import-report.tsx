import { Button, Card, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '../../api/http.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import { Figure } from '../../ui/figure.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Import, isThrough } from './import-api.ts'
import { ImportChanges } from './import-changes.tsx'

/** What happened, or what would; and the rows that cannot be taken as they are. */
export function ImportReport({ data, run }: { data: Import; run: () => Promise<void> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { resource, dryRun, created, updated, skipped, failed } = data
  if (data.startedAt === null) return <Text>{t('import:unmapped')}</Text>
  const good = created + updated
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
        <Figure name={t(dryRun ? 'import:wouldCreate' : 'import:created')} value={format.number(created)} />
        <Figure name={t(dryRun ? 'import:wouldUpdate' : 'import:updated')} value={format.number(updated)} />
        <Figure name={t('import:skipped')} value={format.number(skipped)} />
        <Figure name={t('import:failed')} value={format.number(failed)} colour={failed > 0 ? 'red' : undefined} />
      </SimpleGrid>
      {failed > 0 && <Faults data={data} />}
      {data.changes.length > 0 && <ImportChanges data={data} />}
      {data.ignored.length > 0 && <Text size="sm">{t('import:ignored', { columns: data.ignored.join(', ') })}</Text>}
      <Group justify="flex-end">
        {dryRun && isThrough(data) && (
          <Button onClick={() => void run()} disabled={good === 0}>
            {t('import:run', { count: good })}
          </Button>
        )}
        {!dryRun && isThrough(data) && <ButtonLink href={`/${resource}`}>{t('import:open')}</ButtonLink>}
      </Group>
    </Stack>
  )
}

function Faults({ data: { id, resource, errors, failed } }: { data: Import }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const fetchRows = () => download(`/imports/${id}/failed-rows`, 'failed-rows.csv').catch(toast.notLoaded)
  return (
    <Card padding={0} component="section" aria-label={t('import:faults')}>
      <Group justify="space-between" px="lg" py="sm">
        <div>
          <Title order={2}>{t('import:faults')}</Title>
          <Text size="sm" c="dimmed">
            {t('import:faultsText', { count: failed })}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          onClick={() => void fetchRows()}
        >
          {t('import:failedRows')}
        </Button>
      </Group>
      <Table horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import:row')}</Table.Th>
            <Table.Th miw={{ base: 0, sm: 150 }}>{t('import:field')}</Table.Th>
            <Table.Th miw={{ base: 0, sm: 110 }}>{t('import:value')}</Table.Th>
            <Table.Th>{t('import:fault')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map(({ row, field, message, value }) => (
            <Table.Tr key={`${row} ${field} ${message}`}>
              <Table.Td className="numbers">{row}</Table.Td>
              <Table.Td>{field && labels.field(resource, field)}</Table.Td>
              <Table.Td>{value}</Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
