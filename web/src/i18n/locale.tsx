import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat, type Format } from './format.ts'
import { chosenTimeZone, localeFor, useFormatChoice, useTimeZoneChoice } from './format-preferences.ts'
import { createLabels, type Labels } from './labels.ts'

interface Locale {
  readonly format: Format
  readonly labels: Labels
}

const LocaleContext = createContext<Locale | undefined>(undefined)

/** Made once per language, currency and choice of formats: a long list asks for it in every cell. */
export function LocaleProvider({ currency, children }: { currency: string | undefined; children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const kept = useFormatChoice()
  const zone = useTimeZoneChoice()
  const locale = useMemo(
    () => ({
      format: createFormat(localeFor(i18n.language, kept), currency, chosenTimeZone(zone)),
      labels: createLabels(t),
    }),
    [t, i18n.language, currency, kept, zone],
  )
  return <LocaleContext value={locale}>{children}</LocaleContext>
}

export const useFormat = (): Format => useContext(LocaleContext)!.format
export const useLabels = (): Labels => useContext(LocaleContext)!.labels
