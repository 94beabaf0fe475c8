/** An address as far as it is written on paper. */
export interface WrittenAddress {
  readonly street?: string | null | undefined
  readonly city?: string | null | undefined
  readonly state?: string | null | undefined
  readonly zipCode?: string | null | undefined
  /** ISO 3166 alpha-2. */
  readonly country?: string | null | undefined
}

const CITY = '{zip} {city}'

/** How the lines below the street are written. A part that a country does not name there is left out. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'AD AT BE BG CH CY CZ DE DK EE ES FI FO FR GL GR HR HU IL IS LI LT LU MA MC ME MK NL NO PL PT RO RS SE SI SK SM TN UA VA XK'
      .split(' ')
      .map((country) => [country, [CITY]]),
  ),
  IT: ['{zip} {city} {state}'],
  TR: ['{zip} {city}, {state}'],
  MX: ['{zip} {city}, {state}'],
  CN: ['{zip} {city}, {state}'],
  US: ['{city}, {state} {zip}'],
  PR: ['{city}, {state} {zip}'],
  JP: ['{city}, {state} {zip}'],
  KR: ['{city}, {state} {zip}'],
  CA: ['{city} {state} {zip}'],
  AU: ['{city} {state} {zip}'],
  NZ: ['{city} {zip}'],
  SG: ['{city} {zip}'],
  MT: ['{city} {zip}'],
  LV: ['{city}, {zip}'],
  IN: ['{city} {zip}', '{state}'],
  BR: ['{city} - {state}', '{zip}'],
  GB: ['{city}', '{state}', '{zip}'],
  IE: ['{city}', '{state}', '{zip}'],
  ZA: ['{city}', '{zip}'],
}

/** Of a country that is not listed, or not known: a state, where there is one, stands between the city and the zip code. */
const placesOf = (country: string, state: string): readonly string[] =>
  PLACES[country] ?? [state ? '{city}, {state} {zip}' : CITY]

/** One line of text, with accents joined to their letters, as fonts have them. */
const clean = (text: string | null | undefined) => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()

/** What would stand after a part that is missing is missing too. */
function filled(line: string, parts: Readonly<Record<string, string>>): string {
  let [written, separator] = ['', '']
  for (const [, name, after] of line.matchAll(/\{(\w+)\}([^{]*)/g)) {
    const part = parts[name!]
    if (!part) continue
    written += (written && separator) + part
    separator = after!
  }
  return written
}

/** The lines from the street to the place, as the country of the address writes them; without the name of the country. */
export function addressLines({ street, city, state, zipCode, country }: WrittenAddress): string[] {
  const place = clean(city)
  // A city that is its own state, such as Hamburg, is named once.
  const region = clean(state) === place ? '' : clean(state)
  const parts = { city: place, state: region, zip: clean(zipCode) }
  const lines = placesOf(clean(country).toUpperCase(), region).map((line) => filled(line, parts))
  // Where nothing else tells the place, the state does.
  const told = lines.some(Boolean) ? lines : [region]
  return [clean(street), ...told].filter(Boolean)
}
