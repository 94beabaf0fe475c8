import { SegmentedControl, Select, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeLanguage, LANGUAGES, type Language } from '../../i18n/i18n.ts'
import { Section } from '../section.tsx'

const SCHEMES = ['light', 'dark', 'auto'] as const

/** Stored in this browser: the same user may work at a bright desk and in a dark warehouse. */
export function AppearanceCard() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title={t('settings:profile.appearance')} text={t('settings:profile.appearanceText')}>
      <Stack>
        <Select
          label={t('shell:language')}
          allowDeselect={false}
          value={i18n.language}
          onChange={(value) => void changeLanguage(value as Language)}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('shell:theme.title')}
          </Text>
          <SegmentedControl
            fullWidth
            aria-label={t('shell:theme.title')}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as (typeof SCHEMES)[number])}
            data={SCHEMES.map((value) => ({ value, label: t(`shell:theme.${value}`) }))}
          />
        </div>
      </Stack>
    </Section>
  )
}
