import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listQuery } from '../../../api/records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { useLabels } from '../../../i18n/locale.tsx'
import { Panel } from '../../../screens/record/record-fields.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import classes from './document.module.css'

interface LinkedDocumentsProps {
  /** The name of their resource; nothing is shown to users who may not read it. */
  readonly of: string
  readonly query: string
  readonly nameOf: (row: Row) => string
  readonly detail: (row: Row) => ReactNode
  readonly aside: (row: Row) => ReactNode
}

/** The documents that follow from this one: its invoices, its deliveries. */
export function LinkedDocuments({ of, ...props }: LinkedDocumentsProps) {
  const resource = useResource(of)
  return resource ? <Linked resource={resource} {...props} /> : null
}

function Linked({ resource, query, nameOf, detail, aside }: Omit<LinkedDocumentsProps, 'of'> & { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data } = useQuery(listQuery(resource.path, query))
  return (
    <Panel title={labels.many(resource)}>
      {!data ? (
        <Skeleton h={40} />
      ) : data.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('lists:none.title', { things: labels.many(resource) })}
        </Text>
      ) : (
        <ul className={classes.linked}>
          {data.rows.map((row) => (
            <li key={row.id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <AnchorLink href={`/${resource.path}/${row.id}`} fw={500} size="sm">
                  {nameOf(row)}
                </AnchorLink>
                {aside(row)}
              </Group>
              <Text size="xs" c="dimmed" component="div">
                {detail(row)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
