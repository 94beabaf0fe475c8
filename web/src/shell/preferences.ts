import { useSyncExternalStore } from 'react'

/** The row density. */
export type Density = 'compact' | 'comfortable'

const KEPT_AS = 'kontor.density'
const listeners = new Set<() => void>()

const read = (): Density => (localStorage.getItem(KEPT_AS) === 'comfortable' ? 'comfortable' : 'compact')

/** The style sheets look at the attribute. */
export function applyDensity(density = read()): void {
  document.documentElement.dataset.density = density
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(KEPT_AS, density)
  applyDensity(density)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useDensity = (): Density => useSyncExternalStore(subscribe, read)
