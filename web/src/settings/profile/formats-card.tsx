import { Select, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  AUTOMATIC,
  FORMATS,
  formatChoice,
  timeZoneChoice,
  useFormatChoice,
  useTimeZoneChoice,
} from '../../i18n/format-preferences.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { SearchSelect } from '../../ui/pickers/search-select.tsx'
import { Section } from '../section.tsx'
import { TIME_ZONES } from '../time-zone-input.tsx'

const EXAMPLE = 1234.5

/** Each in its own language, as languages are. */
const nameOf = (locale: string) =>
  new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }).of(locale)!

/** The formats of numbers and dates, and the time zone. */
export function FormatsCard() {
  const { t } = useTranslation()
  const format = useFormat()
  const kept = useFormatChoice()
  const zone = useTimeZoneChoice()
  const automatic = { value: AUTOMATIC, label: t('settings:formats.automatic') }
  return (
    <Section title={t('settings:formats.title')} text={t('settings:formats.text')}>
      <Stack>
        <Select
          label={t('settings:formats.format')}
          allowDeselect={false}
          value={FORMATS.includes(kept) ? kept : AUTOMATIC}
          onChange={(value) => formatChoice.choose(value!)}
          data={[automatic, ...FORMATS.map((value) => ({ value, label: nameOf(value) }))]}
        />
        <SearchSelect
          label={t('settings:formats.timeZone')}
          value={TIME_ZONES.includes(zone) ? zone : AUTOMATIC}
          onChange={(value) => timeZoneChoice.choose(value!)}
          options={[
            { id: automatic.value, label: automatic.label },
            ...TIME_ZONES.map((name) => ({ id: name, label: name.replaceAll('_', ' ') })),
          ]}
        />
        <Text size="sm" c="dimmed" aria-live="polite" className="numbers">
          {t('settings:formats.example', {
            number: format.money(EXAMPLE),
            instant: format.instant(new Date().toISOString()),
          })}
        </Text>
      </Stack>
    </Section>
  )
}
