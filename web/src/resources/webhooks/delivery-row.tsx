import { Button, Collapse, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { http } from '../../api/http.ts'
import { fieldOf } from '../../api/resources.ts'
import { STATUS } from '../../api/stages.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import { CodeSample } from '../../ui/code-sample.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Attempt, Delivery } from './deliveries-query.ts'
import classes from './webhooks.module.css'

export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, { toggle }] = useDisclosure()
  const deliveries = useResource('webhook-deliveries')
  const { status, type, createdAt, attemptCount } = delivery
  return (
    <li className={classes.delivery}>
      <div className={classes.line}>
        <UnstyledButton className={classes.open} onClick={toggle} aria-expanded={isOpen}>
          <IconChevronRight size={16} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
          <Text span size="sm" fw={500}>
            {type}
          </Text>
        </UnstyledButton>
        <div>
          <StatusPill field={deliveries && fieldOf(deliveries, STATUS)} value={status} />
        </div>
        <Text size="sm" c="dimmed">
          {t('webhooks:attempts', { count: attemptCount })}
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          <time dateTime={createdAt}>{format.instant(createdAt)}</time>
        </Text>
      </div>
      <Collapse expanded={isOpen}>{isOpen && <Details delivery={delivery} />}</Collapse>
    </li>
  )
}

function Details({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const labels = useLabels()
  const { id, attempts, body, nextAttemptAt, droppedReason } = delivery
  const retry = () =>
    http(`/webhooks/deliveries/${id}/retry`, { method: 'POST' })
      .then(() => client.invalidateQueries({ queryKey: ['webhooks', 'deliveries'] }))
      .catch(toast.failed)
  return (
    <Stack gap="sm" className={classes.details}>
      <RecordLink delivery={delivery} />
      <ol className={classes.attempts} aria-label={t('webhooks:attemptList')}>
        {attempts.map((attempt) => (
          <AttemptLine key={attempt.at} attempt={attempt} />
        ))}
      </ol>
      {nextAttemptAt && attempts.length > 0 && (
        <Text size="sm">{t('webhooks:next', { time: format.instant(nextAttemptAt) })}</Text>
      )}
      {droppedReason && <Text size="sm">{labels.choice(droppedReason)}</Text>}
      {body ? (
        <CodeSample title={t('webhooks:body')} code={indented(body)} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('webhooks:closed')}
        </Text>
      )}
      <div>
        <Button size="compact-sm" variant="default" onClick={() => void retry()}>
          {t('webhooks:retry')}
        </Button>
      </div>
    </Stack>
  )
}

/** For reading; what is sent has no blanks. */
const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

function RecordLink({ delivery: { resource: name, recordId } }: { delivery: Delivery }) {
  const resource = useResource(name ?? '')
  if (!resource || !recordId) return null
  return (
    <AnchorLink href={`/${resource.path}/${recordId}`} size="sm" underline="always">
      {recordId}
    </AnchorLink>
  )
}

function AttemptLine({ attempt: { at, status, durationMs, response, error } }: { attempt: Attempt }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li>
      <Text size="sm">
        <time className="numbers" dateTime={at}>
          {format.instant(at)}
        </time>
        {' · '}
        {status === null ? t('webhooks:noAnswer') : `HTTP ${status}`}
        {' · '}
        {t('webhooks:duration', { ms: format.number(durationMs) })}
      </Text>
      {error && (
        <Text size="sm" c="red">
          {error}
        </Text>
      )}
      {response && <pre className={classes.response}>{response}</pre>}
    </li>
  )
}
