import { Alert, Group, List, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, isCode } from '../../api/api-error.ts'
import { type Effect, type Trial, trialQuery } from '../../api/dry-run.ts'
import { CONFIRMATION_REQUIRED } from '../../api/identity.ts'
import { fieldOf, type Resource } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import { withAmounts } from '../../i18n/server-message.ts'
import { type EffectGroup, groupsOf, ownKeyOf } from './effect-groups.ts'

export interface PreviewProps {
  readonly trial: Trial
  /** The record that the question is about already; without it, those of the results are. */
  readonly subject?: string
}

const TITLES_MAX = 5
const CHANGES_MAX = 3

/** What else a write will change, in words, found out by a dry run. */
export function EffectsPreview({ trial, subject }: PreviewProps) {
  const { t } = useTranslation()
  const { data: tried, error, isPending } = useQuery(trialQuery(trial))
  if (isPending)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm" c="dimmed">
          {t('effects:checking')}
        </Text>
      </Group>
    )
  if (isCode(error, CONFIRMATION_REQUIRED)) return null
  if (error) return <Refused message={error instanceof ApiError ? error.message : undefined} />
  const results = tried.data?.results ?? []
  const refused = results.filter(({ ok }) => !ok)
  const known = new Set(subject ? [subject] : results.map(({ id }) => id))
  const groups = groupsOf(tried.effects.filter(({ recordId }) => !known.has(recordId)))
  return (
    <Stack gap="xs" role="status">
      {refused.length > 0 && (
        <Text size="sm">
          {t('effects:refused', { count: refused.length, message: withAmounts(refused[0]!.error?.message ?? '') })}
        </Text>
      )}
      <Text size="sm">{t(groups.length > 0 ? 'effects:also' : 'effects:nothing')}</Text>
      {groups.length > 0 && (
        <List size="sm" spacing={4} withPadding>
          {groups.map((group) => (
            <GroupItem key={`${group.resource} ${group.action}`} group={group} />
          ))}
        </List>
      )}
    </Stack>
  )
}

/** The real request would be refused for the same reason. */
function Refused({ message }: { message: string | undefined }) {
  const { t } = useTranslation()
  if (message === undefined)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('effects:unknown')}
      </Text>
    )
  return (
    <Alert role="alert" variant="outline" color="red" title={t('effects:wouldFail')}>
      {withAmounts(message)}
    </Alert>
  )
}

function GroupItem({ group }: { group: EffectGroup }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const resource = useResource(group.resource)
  const { effects, action } = group
  const count = effects.length
  if (!resource) return null
  const things = count === 1 ? labels.one(resource) : labels.many(resource)
  const sentence = t(ownKeyOf(group) ?? `effects:${action}`, { count, shown: format.number(count), things })
  const named = effects.filter(({ title }) => title !== null)
  const more = named.length - TITLES_MAX
  return (
    <List.Item>
      {sentence}
      {named.length > 0 && action !== 'create' && (
        <>
          {': '}
          {named.slice(0, TITLES_MAX).map((effect, index) => (
            <span key={effect.recordId}>
              {index > 0 && ', '}
              {effect.title}
              <ChangedFigures resource={resource} effect={effect} />
            </span>
          ))}
          {more > 0 && ` ${t('effects:more', { count: more })}`}
        </>
      )}
    </List.Item>
  )
}

/** Figures and choices that change, such as a status. */
function ChangedFigures({ resource, effect }: { resource: Resource; effect: Effect }) {
  const labels = useLabels()
  const format = useFormat()
  if (effect.action !== 'update') return null
  const shown = (path: string, value: unknown) => {
    if (typeof value === 'number') return format.number(value)
    return typeof value === 'string' && fieldOf(resource, path)?.kind === 'choice' ? labels.choice(value) : undefined
  }
  const changes = Object.entries(effect.changes).flatMap(([path, [before, after]]) => {
    const [old, fresh] = [shown(path, before), shown(path, after)]
    return old && fresh ? [`${labels.field(resource.name, path)} ${old} → ${fresh}`] : []
  })
  if (changes.length === 0) return null
  return (
    <Text span inherit c="dimmed">
      {` (${changes.slice(0, CHANGES_MAX).join('; ')})`}
    </Text>
  )
}
