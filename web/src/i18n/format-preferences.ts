import { useSyncExternalStore } from 'react'

/** The setting of the browser. */
export const AUTOMATIC = 'auto'

/** The formats of numbers and dates that can be chosen, whatever the language: English text may have German numbers. */
export const FORMATS: readonly string[] = ['en-GB', 'en-US', 'de-DE', 'de-AT', 'de-CH']

const listeners = new Set<() => void>()

/** Stored in this browser, as the colours are: a travelling user wants other times on other devices. */
function keptAs(key: string) {
  return {
    read: (): string => localStorage.getItem(key) ?? AUTOMATIC,
    choose(value: string): void {
      localStorage.setItem(key, value)
      for (const listener of listeners) listener()
    },
  }
}

export const formatChoice = keptAs('kontor.format')
export const timeZoneChoice = keptAs('kontor.time-zone')

/** Undefined: where the browser is. A zone that the browser does not know (any more) must not break every page. */
export function chosenTimeZone(kept = timeZoneChoice.read()): string | undefined {
  return Intl.supportedValuesOf('timeZone').includes(kept) || kept === 'UTC' ? kept : undefined
}

/** The chosen time zone, or that of the browser. */
export const shownTimeZone = (): string => chosenTimeZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What was chosen; else the browser's own variant of the language: en-US writes dates differently from en-GB. */
export function localeFor(language: string, kept: string): string {
  if (FORMATS.includes(kept)) return kept
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useFormatChoice = (): string => useSyncExternalStore(subscribe, formatChoice.read)
export const useTimeZoneChoice = (): string => useSyncExternalStore(subscribe, timeZoneChoice.read)
