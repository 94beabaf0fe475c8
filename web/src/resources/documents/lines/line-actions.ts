import { type RefObject, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../api/resources.ts'
import type { DocumentForm } from '../edit/use-document-form.ts'
import { cellOf, focusCell } from './focus-cell.ts'
import { type ItemTerms, type Line, type NumberName, removed, withItem } from './lines.ts'

/** What can happen to a line; the same for as long as the page is shown. */
export interface LineActions {
  change(key: number, changes: Partial<Line>): void
  pick(key: number, item: Row): void
  /** No item matches this text. */
  miss(key: number, text: string): void
  /** The item was chosen; the focus moves to the numbers. */
  enter(key: number): void
  remove(key: number): void
}

export function useLineActions(
  form: DocumentForm,
  place: RefObject<HTMLElement | null>,
  columns: readonly NumberName[],
  terms: ItemTerms,
): LineActions {
  const { t } = useTranslation()
  const latest = useRef({ form, columns, terms, t })
  latest.current = { form, columns, terms, t }
  return useMemo(() => {
    const indexOf = (key: number) => latest.current.form.draft.lines.findIndex((line) => line.key === key)
    const pathOf = (key: number, name: string) => `items.${indexOf(key)}.${name}`
    const replace = (key: number, change: (line: Line) => Line) =>
      latest.current.form.setLines((lines) => lines.map((line) => (line.key === key ? change(line) : line)))
    return {
      change(key, changes) {
        for (const name of Object.keys(changes))
          latest.current.form.unmark(pathOf(key, name === 'typed' ? 'item' : name))
        replace(key, (line) => ({ ...line, ...changes }))
      },
      pick(key, item) {
        const { form: now, terms: fields } = latest.current
        const before = now.draft.lines[indexOf(key)]
        if (!before) return
        const after = withItem(before, item, fields)
        const cell = cellOf(document.activeElement)
        now.unmark(pathOf(key, 'item'))
        replace(key, (line) => withItem(line, item, fields))
        // The user is in a cell that was filled just now, and probably wants to replace its value.
        const isFilled = cell?.key === key && before[cell.name as NumberName] !== after[cell.name as NumberName]
        if (isFilled) focusCell(place.current, key, cell.name)
      },
      miss(key, text) {
        latest.current.form.mark(pathOf(key, 'item'), latest.current.t('orders:noItem', { text }))
        focusCell(place.current, key, 'item')
      },
      enter: (key) => focusCell(place.current, key, latest.current.columns[0]!),
      remove: (key) => latest.current.form.setLines((lines) => removed(lines, indexOf(key))),
    }
  }, [place])
}
