import type { Language } from '../../model/message.ts'
import { languageFor } from '../languages.ts'

/** All that the pages say that need no web interface. */
const english = {
  cannotConnect: 'The app cannot be connected',
  notValid: 'The request of the app is not valid.',
  wentWrong: 'Something went wrong',
  didNotWork: 'The request failed',
  error: 'Error',
  request: 'Request',
  hint: 'If this happens again, contact the operator of the app or your administrator, and give the number above.',
  confirmed: 'Confirmed',
  goBack: 'Close this window and continue in the other one.',
}

const german: typeof english = {
  cannotConnect: 'Die App lässt sich nicht verbinden',
  notValid: 'Die Anfrage der App ist ungültig.',
  wentWrong: 'Etwas ist schiefgegangen',
  didNotWork: 'Das hat nicht geklappt',
  error: 'Fehler',
  request: 'Anfrage',
  hint: 'Wenn das wieder geschieht, melden Sie es dem Betreiber der App oder Ihres Kontors und nennen Sie die Nummer oben.',
  confirmed: 'Bestätigt',
  goBack: 'Schließen Sie dieses Fenster und arbeiten Sie im anderen weiter.',
}

export type Words = typeof english & { readonly language: Language }

const byLanguage: Readonly<Record<Language, Words>> = {
  en: { ...english, language: 'en' },
  de: { ...german, language: 'de' },
}

/** In the first supported language that the browser asks for. */
export const wordsFor = (acceptLanguage: string | undefined): Words => byLanguage[languageFor(acceptLanguage)]
