import { Card, Group, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useResource } from '../../api/use-resources.tsx'
import { Changes } from '../../screens/record/changes.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import type { Import } from './import-api.ts'

const NO_LINES = new Map<string, never>()

/** Which records the rows change, and from what to what. */
export function ImportChanges({ data: { resource: name, dryRun, changes, updated } }: { data: Import }) {
  const { t } = useTranslation()
  const resource = useResource(name)
  if (!resource) return null
  const title = t(dryRun ? 'import:wouldUpdate' : 'import:updated')
  return (
    <Card padding={0} component="section" aria-label={title}>
      <Group px="lg" py="sm">
        <div>
          <Title order={2}>{title}</Title>
          {updated > changes.length && (
            <Text size="sm" c="dimmed">
              {t('import:firstChanges', { count: changes.length })}
            </Text>
          )}
        </div>
      </Group>
      <Table horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import:row')}</Table.Th>
            <Table.Th>{t('import:record')}</Table.Th>
            <Table.Th>{t('import:changes')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ row, id, title: record, changes: changed }) => (
            <Table.Tr key={row}>
              <Table.Td className="numbers">{row}</Table.Td>
              <Table.Td>
                <AnchorLink href={`/${resource.path}/${id}`}>{record}</AnchorLink>
              </Table.Td>
              <Table.Td>
                <Changes resource={resource} changes={changed} lines={NO_LINES} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
