import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { recordQuery } from '../../api/records.ts'
import { allows, type Resource } from '../../api/resources.ts'
import { titleQuery } from '../../api/titles.ts'
import { useResource } from '../../api/use-resources.tsx'
import type { CellProps } from '../../fields/field-kind.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { Changes } from '../../screens/record/changes.tsx'
import { type ChangesByPath, linesIn, partsOf } from '../../screens/record/line-changes.ts'
import { AnchorLink } from '../../ui/links.tsx'

/** Refusals and deletions are highlighted. */
const COLOURS: Readonly<Record<string, string>> = {
  create: 'teal',
  update: 'blue',
  delete: 'red',
  revoke: 'red',
  refused: 'orange',
  'login-failed': 'orange',
  'grant-denied': 'orange',
}

export function ActionCell({ value }: Pick<CellProps, 'value'>) {
  const labels = useLabels()
  return <Badge color={COLOURS[String(value)] ?? 'gray'}>{labels.action(String(value))}</Badge>
}

export function ResourceCell({ value }: CellProps) {
  const labels = useLabels()
  const resource = useResource(String(value))
  return <>{resource ? labels.one(resource) : labels.many({ name: String(value) })}</>
}

/** The record by its current name; a deleted one by its id. */
export function RecordCell({ value, row }: CellProps) {
  const resource = useResource(String(row.resource))
  if (!value) return <>–</>
  if (!resource || !allows(resource, 'list')) return <Id text={String(value)} />
  return <NamedRecord resource={resource} id={String(value)} />
}

const Id = ({ text }: { text: string }) => (
  <Text span ff="monospace" size="xs">
    {text}
  </Text>
)

function NamedRecord({ resource, id }: { resource: Resource; id: string }) {
  const { data: title } = useQuery(titleQuery(resource, id))
  return (
    <AnchorLink href={`/${resource.path}/${id}`} underline="always">
      {title === id ? <Id text={id} /> : (title ?? '…')}
    </AnchorLink>
  )
}

export function RequestCell({ value }: CellProps) {
  const { t } = useTranslation()
  return (
    <AnchorLink href={`/audit-log?requestId=${String(value)}`} title={t('access:audit.sameRequest')}>
      <Id text={String(value)} />
    </AnchorLink>
  )
}

/** The old and new value of each field. */
export function ChangesCell({ value, row }: CellProps) {
  const { t } = useTranslation()
  const resource = useResource(String(row.resource))
  if (value === null) return <>{t('access:audit.closed')}</>
  const changes = value as ChangesByPath
  if (Object.keys(changes).length === 0) return <>{t('access:audit.noChanges')}</>
  if (!resource) return <Changes resource={unknownTo(String(row.resource))} changes={changes} lines={new Map()} />
  return <NamedChanges resource={resource} changes={changes} id={String(row.recordId)} />
}

/** The record as it is now names the lines that the entry changed. */
function NamedChanges({ resource, changes, id }: { resource: Resource; changes: ChangesByPath; id: string }) {
  const isOfLines = partsOf(changes).some(({ line }) => line !== undefined)
  const { data } = useQuery({ ...recordQuery(resource.path, id), enabled: isOfLines && allows(resource, 'read') })
  return <Changes resource={resource} changes={changes} lines={linesIn(resource, data?.row, changes)} />
}

/** A change of fields that the reader does not know. */
const unknownTo = (name: string) => ({ name, fields: [] as const }) as unknown as Resource
