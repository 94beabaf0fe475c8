import { Code, Collapse, Group, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource, type Row } from '../../api/resources.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './audit.module.css'
import { ActionCell, ChangesCell, RecordCell, RequestCell, ResourceCell } from './audit-cells.tsx'

export interface AuditEntry extends Row {
  readonly createdAt: string
  readonly actorName: string | null
  readonly action: string
  readonly resource: string
  readonly recordId: string | null
  readonly requestId: string | null
  readonly changes: Readonly<Record<string, unknown>> | null
}

interface AuditRowProps {
  readonly resource: Resource
  readonly entry: AuditEntry
}

export function AuditRow({ resource, entry }: AuditRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const labels = useLabels()
  const [isOpen, { toggle }] = useDisclosure()
  const cell = (name: string) => ({ field: fieldOf(resource, name)!, value: entry[name], row: entry })
  const names = Object.keys(entry.changes ?? {}).map((path) => labels.field(entry.resource, path.split('.')[0]!))
  return (
    <li className={classes.entry} data-row={entry.id}>
      <div className={classes.line}>
        <UnstyledButton className={classes.open} onClick={toggle} aria-expanded={isOpen}>
          <IconChevronRight size={16} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
          <time className="numbers" dateTime={entry.createdAt}>
            {format.instant(entry.createdAt)}
          </time>
        </UnstyledButton>
        <Text size="sm" fw={500} truncate>
          {entry.actorName ?? t('records:service')}
        </Text>
        <div className={classes.action}>
          <ActionCell value={entry.action} />
        </div>
        <Text size="sm" component="div" truncate>
          <ResourceCell {...cell('resource')} /> <RecordCell {...cell('recordId')} />
        </Text>
        <Text size="sm" c="dimmed" truncate className={classes.fields}>
          {[...new Set(names)].join(', ')}
        </Text>
      </div>
      <Collapse expanded={isOpen}>{isOpen && <Details entry={entry} resource={resource} />}</Collapse>
    </li>
  )
}

function Details({ entry, resource }: AuditRowProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const facts = ['operation', 'address', 'credential', 'recordId', 'hash'] as const
  const cell = (name: string) => ({ field: fieldOf(resource, name)!, value: entry[name], row: entry })
  return (
    <div className={classes.details}>
      <ChangesCell {...cell('changes')} />
      <dl className={classes.facts}>
        <dt>{labels.field(resource.name, 'requestId')}</dt>
        <dd>
          <Group gap={4}>
            <RequestCell {...cell('requestId')} />
            <CopyButton value={String(entry.requestId)} label={t('common:copy')} />
          </Group>
        </dd>
        {facts
          .filter((name) => entry[name])
          .map((name) => (
            <div key={name} className={classes.fact}>
              <dt>{labels.field(resource.name, name)}</dt>
              <dd>
                <Code>{String(entry[name])}</Code>
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
