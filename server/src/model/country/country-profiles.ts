import type { Language } from '../languages.ts'

/** What is usual in a country. A company can choose otherwise. */
export interface CountryProfile {
  /** ISO 4217. */
  readonly currency: string
  /** The standard rate of value added or sales tax, in percent; 0 where there is none, or none that holds everywhere. */
  readonly taxRate: number
  /** Of printed documents. */
  readonly language: Language
  /** The unit of a new item. */
  readonly uom: string
  /** How numbers and dates are written, as a language tag. */
  readonly format: string
}

/** One line a country: code, currency, standard rate in percent. As of January 2026. */
const TABLE = `
AT EUR 20
BE EUR 21
BG EUR 20
CY EUR 19
CZ CZK 21
DE EUR 19
DK DKK 25
EE EUR 24
ES EUR 21
FI EUR 25.5
FR EUR 20
GR EUR 24
HR EUR 25
HU HUF 27
IE EUR 23
IT EUR 22
LT EUR 21
LU EUR 17
LV EUR 21
MT EUR 18
NL EUR 21
PL PLN 23
PT EUR 23
RO RON 21
SE SEK 25
SI EUR 22
SK EUR 23
AE AED 5
AU AUD 10
BR BRL 0
CA CAD 5
CH CHF 8.1
CN CNY 13
GB GBP 20
HK HKD 0
IL ILS 18
IN INR 18
IS ISK 24
JP JPY 10
KR KRW 10
LI CHF 8.1
MX MXN 16
NO NOK 25
NZ NZD 15
RS RSD 20
SG SGD 9
TR TRY 20
UA UAH 20
US USD 0
ZA ZAR 15`

const GERMAN: Readonly<Record<string, string>> = { DE: 'de-DE', AT: 'de-AT', CH: 'de-CH', LI: 'de-CH', LU: 'de-DE' }
const UNITS: Readonly<Record<Language, string>> = { de: 'Stk', en: 'pcs' }

function profileIn(code: string, currency: string, rate: string): CountryProfile {
  const language = Object.hasOwn(GERMAN, code) ? 'de' : 'en'
  const format = GERMAN[code] ?? (code === 'US' ? 'en-US' : 'en-GB')
  return { currency, taxRate: Number(rate), language, uom: UNITS[language], format }
}

const PROFILES: ReadonlyMap<string, CountryProfile> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string, string])
    .map(([code, currency, rate]) => [code, profileIn(code, currency, rate)]),
)

/** Undefined for a country that is not listed. */
export const profileOf = (country: string | null): CountryProfile | undefined => PROFILES.get(country ?? '')

export const profiledCountries: readonly string[] = [...PROFILES.keys()]
