import { Table, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { BulkReport } from '../../../api/bulk.ts'
import type { Resource } from '../../../api/resources.ts'
import { ServerText } from '../../../ui/server-text.tsx'

/** The refused records, each with the reason. */
export function openBulkReport(resource: Resource, report: BulkReport): void {
  modals.open({
    size: 'lg',
    title: i18next.t('lists:bulk.report', { succeeded: report.succeeded, failed: report.failed }),
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    children: <Report resource={resource} report={report} />,
  })
}

function Report({ resource, report }: { resource: Resource; report: BulkReport }) {
  const { t } = useTranslation()
  const failed = report.results.filter(({ ok }) => !ok)
  return (
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('lists:bulk.record')}</Table.Th>
          <Table.Th>{t('lists:bulk.reason')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {failed.map(({ id, title, error }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <a href={`/${resource.path}/${id}`} target="_blank" rel="noreferrer">
                {title ?? id}
              </a>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{error && <ServerText text={error.message} />}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
