/** A user agent string is long; its browser and system are enough to tell the user's devices apart. */
const BROWSERS = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

type Signs = readonly (readonly [RegExp, string])[]

const named = (signs: Signs, text: string) => signs.find(([sign]) => sign.test(text))?.[1]

/** "Firefox · Linux", or what a program calls itself. */
export function deviceOf(userAgent: string): string {
  const known = [named(BROWSERS, userAgent), named(SYSTEMS, userAgent)].filter(Boolean)
  return known.length > 0 ? known.join(' · ') : userAgent
}
