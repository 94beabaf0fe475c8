import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openPdf } from '../../../api/open-pdf.ts'
import { allows, fieldOf, type Resource } from '../../../api/resources.ts'
import { toast } from '../../../ui/toast.tsx'
import { Section } from '../../section.tsx'
import { SettingsField } from '../../settings-field.tsx'
import type { Settings } from '../../settings-query.ts'
import type { SettingsForm } from '../../use-settings-form.ts'
import { LetterheadField } from './letterhead-field.tsx'
import { LogoPicker } from './logo-picker.tsx'

const PAGE = ['paper', 'addressWindow', 'accentColour']
const BANK = ['accountHolder', 'iban', 'bic']

interface DocumentsSectionProps {
  readonly resource: Resource
  readonly settings: Settings
  readonly form: SettingsForm
}

/** The language and the letterhead of printed documents. The logo is stored at once, the rest with the form. */
export function DocumentsSection({ resource, settings, form }: DocumentsSectionProps) {
  const { t } = useTranslation()
  const isDisabled = !allows(resource, 'update')
  const part = (name: string) => <LetterheadField key={name} {...{ resource, form, name, isDisabled }} />
  return (
    <Section
      title={t('administration:documents.title')}
      text={t('administration:documents.text')}
      action={<PreviewButton isDisabled={form.isDirty} />}
    >
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
          <SettingsField {...{ resource, form, isDisabled }} name="documentLanguage" />
          {PAGE.map(part)}
        </SimpleGrid>
        {fieldOf(resource, 'logo') && <LogoPicker settings={settings} isDisabled={isDisabled} />}
        {part('footerLines')}
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg" verticalSpacing="md">
          {BANK.map(part)}
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {t('administration:documents.code')}
        </Text>
      </Stack>
    </Section>
  )
}

/** Of what is stored: what has been typed since is saved first. */
function PreviewButton({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={16} stroke={1.6} />}
      disabled={isDisabled}
      title={isDisabled ? t('administration:documents.saveFirst') : undefined}
      onClick={() => openPdf('/settings/letterhead-preview').catch(toast.failed)}
    >
      {t('administration:documents.preview')}
    </Button>
  )
}
