import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { Selection } from './selection/selection.ts'

/** `j` and `k` move the real focus from row to row, so Enter opens and a screen reader follows; `x` ticks. */
export function useListShortcuts(place: RefObject<HTMLElement | null>, selection: Selection): void {
  const { t } = useTranslation()
  const rows = () => [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const current = () => rows().findIndex((row) => row.contains(document.activeElement))
  const move = (by: number) => {
    const all = rows()
    const next = all[Math.min(Math.max(current() + by, 0), all.length - 1)]
    next?.querySelector<HTMLElement>('a')?.focus()
  }
  useShortcuts([
    { keys: 'j', label: t('lists:keys.down'), run: () => move(1) },
    { keys: 'k', label: t('lists:keys.up'), run: () => move(-1) },
    {
      keys: 'x',
      label: t('lists:keys.tick'),
      run: () => {
        const id = rows()[current()]?.dataset.row
        if (id) selection.toggle(id, false)
      },
    },
  ])
}
