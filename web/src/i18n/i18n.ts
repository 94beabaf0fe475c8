import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/** A language is one folder; a file in it is the words of one area, and its name comes before the colon: `t('lists:filter')`. */
const loaders = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
} as const

/** Words that few pages show, by their area: they are loaded with these pages. */
const later = {
  access: { en: () => import('./en/access.json'), de: () => import('./de/access.json') },
  administration: { en: () => import('./en/administration.json'), de: () => import('./de/administration.json') },
  import: { en: () => import('./en/import.json'), de: () => import('./de/import.json') },
  'first-run': { en: () => import('./en/first-run.json'), de: () => import('./de/first-run.json') },
  live: { en: () => import('./en/live.json'), de: () => import('./de/live.json') },
  webhooks: { en: () => import('./en/webhooks.json'), de: () => import('./de/webhooks.json') },
  effects: { en: () => import('./en/effects.json'), de: () => import('./de/effects.json') },
  security: { en: () => import('./en/security.json'), de: () => import('./de/security.json') },
} as const

type LaterArea = keyof typeof later

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
  for (const [area, content] of Object.entries(byArea(words))) i18next.addResourceBundle(language, area, content)
  await Promise.all([...shown].map((area) => loadLater(language, area)))
  document.documentElement.lang = language
}

const shown = new Set<LaterArea>()

const loadLater = async (language: Language, area: LaterArea): Promise<void> => {
  i18next.addResourceBundle(language, area, (await later[area][language]()).default)
}

/** A part of the interface together with its words: `withWords('security', import('./page.tsx'))`. */
export async function withWords<T>(area: LaterArea, part: Promise<T>): Promise<T> {
  shown.add(area)
  const [loaded] = await Promise.all([part, loadLater(currentLanguage(), area)])
  return loaded
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

type Words = Readonly<Record<string, unknown>>

/** The files of a language by the names of their areas. */
const byArea = (files: Readonly<Record<string, Words>>): Readonly<Record<string, Words>> =>
  Object.fromEntries(Object.entries(files).map(([path, words]) => [/([\w-]+)\.json$/.exec(path)![1]!, words]))
