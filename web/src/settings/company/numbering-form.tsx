import { Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { SettingsField } from '../settings-field.tsx'
import type { Settings } from '../settings-query.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import { NextNumber } from './next-number.tsx'
import { type NumberSeries, numberingQuery } from './numbering-query.ts'
import { SettingsFrame } from './settings-frame.tsx'

const SERIES = [
  { name: 'orderNumberPattern', documents: 'sales-orders', field: 'orderNumber' },
  { name: 'invoiceNumberPattern', documents: 'invoices', field: 'invoiceNumber' },
] as const

/** Its pattern is no setting. */
const isFixed = ({ document }: NumberSeries) => !SERIES.some(({ documents }) => documents === document)

/** How orders and invoices are numbered, with the number that the next one would get. */
export function NumberingForm({ resource, settings }: { resource: Resource; settings: Settings }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data: all } = useQuery(numberingQuery)
  const form = useSettingsForm(
    settings,
    SERIES.map(({ name }) => name),
  )
  return (
    <SettingsFrame resource={resource} form={form}>
      <Card component="section">
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t('administration:numbering.text')}
          </Text>
          {SERIES.map(({ name, documents, field }) => (
            <Stack key={name} gap={6}>
              <SettingsField {...{ resource, form, name }} help={null} isDisabled={!allows(resource, 'update')} />
              <NextNumber
                pattern={String(form.values[name] ?? '')}
                timeZone={settings.timeZone ?? 'UTC'}
                documents={documents}
                field={field}
                series={all?.find(({ document }) => document === documents)}
                canChange={allows(resource, 'update')}
              />
            </Stack>
          ))}
          {all?.filter(isFixed).map((series) => (
            <Stack key={series.document} gap={6}>
              <Text size="sm" fw={500}>
                {labels.many({ name: series.document })}
              </Text>
              <NextNumber
                pattern={series.pattern}
                timeZone={settings.timeZone ?? 'UTC'}
                documents={series.document}
                field=""
                series={series}
                canChange={allows(resource, 'update')}
              />
            </Stack>
          ))}
        </Stack>
      </Card>
    </SettingsFrame>
  )
}
