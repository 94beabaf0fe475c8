import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/** A language is one folder; a file in it is the words of one area, and its name comes before the colon: `t('lists:filter')`. */
const loaders = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
} as const

export type Language = keyof typeof loaders
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }
const KEPT_AS = 'kontor.language'

const isLanguage = (text: string | null | undefined): text is Language => Object.keys(loaders).includes(text ?? '')

/** The language that the user chose, or else the one that the browser asks for. */
function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS)
  if (isLanguage(kept)) return kept
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'
}

async function load(language: Language): Promise<void> {
  const { words } = await loaders[language]()
  for (const [area, content] of Object.entries(words)) i18next.addResourceBundle(language, area, content)
  document.documentElement.lang = language
}

export async function startI18n(): Promise<void> {
  const language = preferredLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  i18next.services.formatter?.add('inside', (text: string) => insideSentence(text))
  await load(language)
}

/** "Sales order" is written "sales order" inside an English sentence; "API key" stays. */
const insideSentence = (text: string) => (/^.[A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEPT_AS, language)
  await load(language)
  await i18next.changeLanguage(language)
}

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en')
