import { Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryText } from '../../api/query-text.ts'
import { listQuery } from '../../api/records.ts'
import type { Resource } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { fieldsFor, possibleColumns } from './columns.ts'
import { useRows } from './use-rows.tsx'

interface RelatedListProps {
  /** The name of the resource; nothing is shown to users who may not read it. */
  readonly of: string
  readonly filters: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  readonly title?: string
  readonly count?: number
  /** Nothing is shown where there is none. */
  readonly hidesEmpty?: boolean
}

const COUNT = 10

/** Some records of another resource, inside a page: the invoices of a customer. */
export function RelatedList({ of, ...props }: RelatedListProps) {
  const resource = useResource(of)
  return resource ? <Related resource={resource} {...props} /> : null
}

function Related({
  resource,
  filters,
  columns,
  title,
  count = COUNT,
  hidesEmpty = false,
}: Omit<RelatedListProps, 'of'> & { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const possible = possibleColumns(resource)
  const shown = columns.flatMap((path) => possible.find((column) => column.path === path) ?? [])
  const query = queryText({ ...filters, perPage: count, fields: fieldsFor(resource, shown).join(',') })
  const { data, error, refetch } = useQuery(listQuery(resource.path, query))
  const name = title ?? labels.many(resource)
  const Rows = useRows()
  if (hidesEmpty && !data?.rows.length) return null
  return (
    <Card padding={0} component="section" aria-label={name}>
      <Group justify="space-between" px="lg" py="sm">
        <Title order={2}>{name}</Title>
        <AnchorLink href={`/${resource.path}?${queryText(filters)}`} size="sm">
          {t('lists:viewAll', { count: data?.meta.total ?? 0 })}
        </AnchorLink>
      </Group>
      {error ? (
        <ErrorPanel error={error} retry={refetch} />
      ) : !data ? (
        <Skeleton h={120} m="md" />
      ) : data.rows.length === 0 ? (
        <Text c="dimmed" size="sm" px="lg" pb="lg">
          {t('lists:none.title', { things: labels.many(resource) })}
        </Text>
      ) : (
        <Rows resource={resource} columns={shown} rows={data.rows} isBusy={false} />
      )}
    </Card>
  )
}
