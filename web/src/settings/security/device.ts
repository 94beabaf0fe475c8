import { useTranslation } from 'react-i18next'

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

/** A program calls itself `curl/8.14.1`. */
const programIn = (userAgent: string) => userAgent.split(/[\s/]/)[0]!

/** "Firefox on Linux", or what a program calls itself. */
export function useDeviceName(): (userAgent: string | null | undefined) => string {
  const { t } = useTranslation()
  return (userAgent) => {
    if (!userAgent) return t('security:device.unknown')
    const [browser, system] = [named(BROWSERS, userAgent), named(SYSTEMS, userAgent)]
    if (browser && system) return t('security:device.both', { browser, system })
    return browser ?? system ?? programIn(userAgent)
  }
}
