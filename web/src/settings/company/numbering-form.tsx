import { Card, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../../api/resources.ts'
import { SettingsField } from '../settings-field.tsx'
import type { Settings } from '../settings-query.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import { NextNumber } from './next-number.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const SERIES = [
  { name: 'orderNumberPattern', documents: 'sales-orders', field: 'orderNumber' },
  { name: 'invoiceNumberPattern', documents: 'invoices', field: 'invoiceNumber' },
] as const

/** How orders and invoices are numbered, with the number that the next one would get. */
export function NumberingForm({ resource, settings }: { resource: Resource; settings: Settings }) {
  const { t } = useTranslation()
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
              />
            </Stack>
          ))}
        </Stack>
      </Card>
    </SettingsFrame>
  )
}
