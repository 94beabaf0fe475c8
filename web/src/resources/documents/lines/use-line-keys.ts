import type { KeyboardEvent, RefObject } from 'react'
import type { DocumentForm } from '../edit/use-document-form.ts'
import { cellOf, focusCell } from './focus-cell.ts'
import { isBlank, moved, type NumberName, newLine, removed } from './lines.ts'

interface Situation {
  readonly event: KeyboardEvent
  readonly index: number
  readonly name: string
}

/**
 * Lines are written without a mouse: Enter goes from the item to the quantity and from any number to the next line, Tab
 * through all cells, arrows go up and down, Alt with an arrow moves the line, Ctrl+Delete removes it.
 */
export function useLineKeys(
  form: DocumentForm,
  place: RefObject<HTMLElement | null>,
  columns: readonly NumberName[],
  isFixed: boolean,
): (event: KeyboardEvent) => void {
  const { lines } = form.draft
  const steps = stepsIn(form, place, columns, isFixed)
  return (event) => {
    const cell = cellOf(event.target)
    const index = lines.findIndex(({ key }) => key === cell?.key)
    if (!cell || index < 0 || event.defaultPrevented) return
    if (act(steps, { event, index, name: cell.name })) event.preventDefault()
  }
}

/** Each returns whether the key has done something. */
type Steps = Readonly<Record<'enter' | 'leave' | 'move' | 'remove', (situation: Situation) => boolean>>

function act({ enter, leave, move, remove }: Steps, situation: Situation): boolean {
  const { key, ctrlKey, metaKey } = situation.event
  if (ctrlKey || metaKey) return key === 'Delete' || key === 'Backspace' ? remove(situation) : false
  if (key === 'Enter') return enter(situation)
  if (key === 'Tab') return leave(situation)
  return key === 'ArrowDown' || key === 'ArrowUp' ? move(situation) : false
}

function stepsIn(
  form: DocumentForm,
  place: RefObject<HTMLElement | null>,
  columns: readonly NumberName[],
  isFixed: boolean,
): Steps {
  const { lines } = form.draft
  const goTo = (index: number, name: string) => focusCell(place.current, lines[index]!.key, name)

  function nextLine(index: number): void {
    const isLast = index === lines.length - 1
    if (!isLast) goTo(index + 1, isFixed ? columns[0]! : 'item')
    if (!isLast || isFixed || isBlank(lines[index]!)) return
    const added = newLine()
    form.setLines((before) => [...before, added])
    focusCell(place.current, added.key, 'item')
  }

  /** The price, the discount and the tax follow from the item; Tab leads there. */
  function enter({ index, name }: Situation): boolean {
    if (name === 'item') goTo(index, columns[0]!)
    else nextLine(index)
    return true
  }

  function leave({ event, index, name }: Situation): boolean {
    if (event.shiftKey || isFixed || name !== columns.at(-1) || lines[index + 1] || isBlank(lines[index]!)) return false
    nextLine(index)
    return true
  }

  function move({ event, index, name }: Situation): boolean {
    const by = event.key === 'ArrowDown' ? 1 : -1
    if (event.altKey) {
      if (!isFixed) form.setLines((before) => moved(before, index, by))
      goTo(index, name)
      return true
    }
    if (name === 'item' || !lines[index + by]) return name !== 'item'
    goTo(index + by, name)
    return true
  }

  function remove({ index, name }: Situation): boolean {
    if (isFixed) return true
    const left = removed(lines, index)
    form.setLines(() => left)
    focusCell(place.current, left[Math.min(index, left.length - 1)]!.key, name)
    return true
  }

  return { enter, leave, move, remove }
}
