import { Card, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allows, fieldOf, type Resource } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { Settings } from '../settings-query.ts'
import { type SettingsForm, useSettingsForm } from '../use-settings-form.ts'
import { NextNumber } from './next-number.tsx'
import { type NumberSeries, numberingQuery } from './numbering-query.ts'
import { SettingsFrame } from './settings-frame.tsx'

const PATTERNS = 'numberPatterns'

/** How each type of document is numbered, with the number that the next one would get. */
export function NumberingForm({ resource, settings }: { resource: Resource; settings: Settings }) {
  const { t } = useTranslation()
  const { data: all } = useQuery(numberingQuery)
  const form = useSettingsForm(settings, [PATTERNS])
  return (
    <SettingsFrame resource={resource} form={form}>
      <Card component="section">
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t('administration:numbering.text')}
          </Text>
          {all?.map((series) => (
            <Numbering
              key={series.document}
              {...{ series, form }}
              timeZone={settings.timeZone ?? 'UTC'}
              isSeen={fieldOf(resource, PATTERNS) !== undefined}
              canChange={allows(resource, 'update')}
            />
          ))}
        </Stack>
      </Card>
    </SettingsFrame>
  )
}

interface NumberingProps {
  readonly series: NumberSeries
  readonly form: SettingsForm
  readonly timeZone: string
  /** Whether the role sees the patterns in the settings. */
  readonly isSeen: boolean
  readonly canChange: boolean
}

function Numbering({ series, form, timeZone, isSeen, canChange }: NumberingProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { document } = series
  const field = useResource(document)?.document?.number ?? ''
  const patterns = form.values[PATTERNS] as Readonly<Record<string, string>> | undefined
  const pattern = patterns?.[document] ?? series.pattern
  const number = field ? labels.field(document, field) : labels.many({ name: document })
  return (
    <Stack gap={6}>
      {isSeen ? (
        <TextInput
          label={t('administration:numbering.pattern', { number })}
          value={pattern}
          onChange={(event) => form.set(PATTERNS, { ...patterns, [document]: event.currentTarget.value })}
          error={form.errors[`${PATTERNS}.${document}`]}
          disabled={!canChange}
        />
      ) : (
        <Text size="sm" fw={500}>
          {number}
        </Text>
      )}
      <NextNumber {...{ pattern, timeZone, field, series, canChange }} documents={document} />
    </Stack>
  )
}
