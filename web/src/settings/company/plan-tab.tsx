import { Card, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SettingsField } from '../settings-field.tsx'
import type { Settings } from '../settings-query.ts'
import { usageQuery } from '../usage-query.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { UsageBar } from './usage-bar.tsx'

const SIDES = ['api', 'web'] as const

/** The plan, and how much of it you have used just now. */
export function PlanTab({ resource, settings }: { resource: Resource; settings: Settings }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const form = useSettingsForm(settings, ['plan'])
  const { data, error, refetch } = useQuery(usageQuery)
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={320} />
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} maw={960}>
        {SIDES.map((side) => (
          <Card key={side} component="section" aria-label={t(`administration:plan.${side}`)}>
            <Title order={2}>{t(`administration:plan.${side}`)}</Title>
            <Text size="sm" c="dimmed" mb="md">
              {t(`administration:plan.${side}Text`)}
            </Text>
            <Stack>
              <UsageBar name="minute" {...data[side].minute} />
              <UsageBar name="day" {...data[side].day} />
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
      <SettingsFrame resource={resource} form={form}>
        <Card component="section">
          <SettingsField
            {...{ resource, form }}
            name="plan"
            help={t('administration:plan.current', { plan: labels.choice(data.plan) })}
            isDisabled={!allows(resource, 'update')}
          />
        </Card>
      </SettingsFrame>
    </Stack>
  )
}
