import { useEffect, useRef, useSyncExternalStore } from 'react'

/** One way to do something by keyboard: `mod+s`, `c`, or two keys one after the other: `g o`. */
export interface Shortcut {
  readonly keys: string
  /** Shown in the window that lists them. */
  readonly label: string
  readonly run: () => void
}

const SEQUENCE_MS = 1_200
const KEPT_AS = 'kontor.single-keys'

let active: readonly Shortcut[] = []
const listeners = new Set<() => void>()

function change(next: readonly Shortcut[]): void {
  active = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** All that work on the page that is shown now; a later one goes before an earlier one with the same keys. */
export const useActiveShortcuts = () => useSyncExternalStore(subscribe, () => active)

/** Single-key shortcuts disturb speech input, so they can be switched off. */
export const singleKeys = {
  areOn: () => localStorage.getItem(KEPT_AS) !== 'off',
  turn: (isOn: boolean) => localStorage.setItem(KEPT_AS, isOn ? 'on' : 'off'),
}

/** Works while the component is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const names = shortcuts.map(({ keys, label }) => `${keys}\t${label}`).join('\n')
  useEffect(() => {
    const mine = names
      .split('\n')
      .filter((name) => name !== '')
      .map((name, index): Shortcut => {
        const [keys, label] = name.split('\t') as [string, string]
        return { keys, label, run: () => latest.current[index]?.run() }
      })
    change([...mine, ...active])
    return () => change(active.filter((shortcut) => !mine.includes(shortcut)))
  }, [names])
}

let before: { readonly key: string; readonly at: number } | undefined

/** Listens once for the whole page. */
export function listenForShortcuts(): void {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const hit = matching(event)
    if (!hit) return
    event.preventDefault()
    before = undefined
    hit.run()
  })
}

function matching(event: KeyboardEvent): Shortcut | undefined {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) return active.find(({ keys }) => keys === `mod+${key}`)
  if (event.altKey || isTyping(event.target) || isWindowOpen() || !singleKeys.areOn()) return undefined
  const sequence = before && event.timeStamp - before.at < SEQUENCE_MS ? `${before.key} ${key}` : undefined
  before = { key, at: event.timeStamp }
  return active.find(({ keys }) => keys === sequence) ?? active.find(({ keys }) => keys === key)
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('input[type=checkbox], input[type=radio]')))

const isWindowOpen = () => document.querySelector('[role=dialog][aria-modal=true]') !== null
