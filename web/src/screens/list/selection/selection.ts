import { useState } from 'react'

/** The selected rows: some, or all that match. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly isAllMatching: boolean
  readonly count: number
  has(id: string): boolean
  /** With `isRange`, everything between this row and the one before becomes like this one. */
  toggle(id: string, isRange: boolean): void
  togglePage(): void
  takeAllMatching(): void
  clear(): void
}

const NONE: ReadonlySet<string> = new Set()

/** `key`: the filters of the selection; it is cleared when they change. */
export function useSelection(key: string, pageIds: readonly string[], total: number): Selection {
  const [kept, setKept] = useState({ key, ids: NONE, isAllMatching: false, last: '' })
  const current = kept.key === key ? kept : { key, ids: NONE, isAllMatching: false, last: '' }
  const { ids, isAllMatching, last } = current
  const isPageTicked = pageIds.length > 0 && pageIds.every((id) => ids.has(id))
  const keep = (next: ReadonlySet<string>, at = '') => setKept({ key, ids: next, isAllMatching: false, last: at })
  return {
    ids,
    isAllMatching,
    count: isAllMatching ? total : ids.size,
    has: (id) => isAllMatching || ids.has(id),
    toggle(id, isRange) {
      const from = isRange ? pageIds.indexOf(last) : -1
      const to = pageIds.indexOf(id)
      const touched = from < 0 ? [id] : pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)
      const isOn = !ids.has(id)
      const next = new Set(isAllMatching ? pageIds : ids)
      for (const one of touched) isOn ? next.add(one) : next.delete(one)
      keep(next, id)
    },
    togglePage() {
      const others = [...ids].filter((id) => !pageIds.includes(id))
      keep(new Set(isPageTicked || isAllMatching ? others : [...ids, ...pageIds]))
    },
    takeAllMatching: () => setKept({ key, ids: new Set(pageIds), isAllMatching: true, last: '' }),
    clear: () => keep(NONE),
  }
}
