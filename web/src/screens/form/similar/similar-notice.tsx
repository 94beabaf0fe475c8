import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Resource, Row } from '../../../api/resources.ts'
import { titleOf } from '../../../api/titles.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { usePlace } from '../../use-place.ts'
import type { SimilarRecord } from './similar-records.ts'

interface SimilarNoticeProps {
  readonly resource: Resource
  readonly found: readonly SimilarRecord[]
  /** Of a form beside a page that needs a record: takes the one that is there. */
  readonly onUse: ((row: Row) => void) | undefined
}

/** Names the records that a new one may be a second of. */
export function SimilarNotice({ resource, found, onUse }: SimilarNoticeProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const placeOf = usePlace(resource)
  const namesOf = (fields: readonly string[]) => fields.map((field) => labels.field(resource.name, field)).join(', ')
  return (
    <Alert role="status" variant="outline" color="yellow" icon={<IconUsers size={18} />}>
      <Stack gap="xs">
        <Text size="sm">{t('records:similar.text')}</Text>
        {found.map(({ row, fields }) => {
          const name = titleOf(resource, row)
          const button = { size: 'compact-sm', variant: 'default' } as const
          return (
            <Group key={row.id} justify="space-between" gap="xs">
              <Text size="sm">
                <b>{[name, placeOf(row)].filter(Boolean).join(', ')}</b>{' '}
                <Text span c="dimmed">
                  {t('records:similar.alike', { fields: namesOf(fields) })}
                </Text>
              </Text>
              {onUse ? (
                <Button {...button} onClick={() => onUse(row)} aria-label={t('records:similar.useNamed', { name })}>
                  {t('records:similar.use')}
                </Button>
              ) : (
                <ButtonLink
                  {...button}
                  href={`/${resource.path}/${row.id}`}
                  aria-label={t('records:similar.openNamed', { name })}
                >
                  {t('records:similar.open')}
                </ButtonLink>
              )}
            </Group>
          )
        })}
      </Stack>
    </Alert>
  )
}
