import { SegmentedControl, Stack, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeLanguage, LANGUAGES, type Language } from '../i18n/i18n.ts'
import { chooseDensity, type Density, useDensity } from './preferences.ts'

/** The appearance settings of this browser. */
export function AppearanceChoices() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const density = useDensity()
  const schemes = ['light', 'dark', 'auto'] as const
  const densities: readonly Density[] = ['compact', 'comfortable']
  return (
    <Stack gap="xs" px="sm" py="xs">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('shell:theme.title')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as (typeof schemes)[number])}
        data={schemes.map((value) => ({ value, label: t(`shell:theme.${value}`) }))}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('shell:density.title')}
        value={density}
        onChange={(value) => chooseDensity(value as Density)}
        data={densities.map((value) => ({ value, label: t(`shell:density.${value}`) }))}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('shell:language')}
        value={i18n.language}
        onChange={(value) => changeLanguage(value as Language)}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      />
    </Stack>
  )
}
