import type { KeyboardEvent, RefObject } from 'react'
import type { DocumentForm } from '../edit/use-document-form.ts'
import { cellOf, focusCell } from './focus-cell.ts'
import { isBlank, isPriced, type Line, moved, type NumberName, newLine, removed } from './lines.ts'

interface Situation {
  readonly event: KeyboardEvent
  readonly index: number
  readonly name: string
}

/**
 * Lines are written without a mouse: Enter goes from the item to the quantity and from any number to the next line, Tab
 * through all cells, arrows go up and down, Alt with an arrow moves the line, Alt+Enter describes it, Ctrl+Delete removes it.
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
type Steps = Readonly<Record<'enter' | 'describe' | 'leave' | 'move' | 'remove', (situation: Situation) => boolean>>

function act({ enter, describe, leave, move, remove }: Steps, situation: Situation): boolean {
  const { key, ctrlKey, metaKey, altKey } = situation.event
  if (ctrlKey || metaKey) return key === 'Delete' || key === 'Backspace' ? remove(situation) : false
  if (key === 'Enter') return altKey ? describe(situation) : enter(situation)
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

  const goToNumber = (index: number, by: 1 | -1, name: string) => {
    const next = nextPriced(lines, index, by)
    if (lines[next]) goTo(next, name)
  }

  function nextLine(index: number): void {
    const isLast = index === lines.length - 1
    if (isFixed) goToNumber(index, 1, columns[0]!)
    else if (!isLast) goTo(index + 1, 'item')
    if (!isLast || isFixed || isBlank(lines[index]!)) return
    const added = newLine()
    form.setLines((before) => [...before, added])
    focusCell(place.current, added.key, 'item')
  }

  /** The price, the discount and the tax follow from the item; Tab leads there. */
  function enter({ index, name }: Situation): boolean {
    const isWords = name === 'item' || name === 'description' || name === 'uom'
    if (isWords && isPriced(lines[index]!)) goTo(index, columns[0]!)
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
    if (!columns.includes(name as NumberName)) return false
    goToNumber(index, by, name)
    return true
  }

  const remove = (situation: Situation) => isFixed || removeLine(form, place.current, situation)
  const describe = (situation: Situation) => isFixed || describeLine(form, place.current, situation)
  return { enter, describe, leave, move, remove }
}

/** A line that only structures the document has no numbers to go to. */
function nextPriced(lines: readonly Line[], index: number, by: 1 | -1): number {
  let next = index + by
  while (lines[next] && !isPriced(lines[next]!)) next += by
  return next
}

function removeLine(form: DocumentForm, place: HTMLElement | null, { index, name }: Situation): true {
  const left = removed(form.draft.lines, index)
  form.setLines(() => left)
  focusCell(place, left[Math.min(index, left.length - 1)]!.key, name)
  return true
}

/** Opens a place for more words about the item. */
function describeLine(form: DocumentForm, place: HTMLElement | null, { index }: Situation): true {
  const { key, item } = form.draft.lines[index]!
  if (item === null) return true
  const opened = (line: Line) => (line.key === key ? { ...line, description: line.description ?? '' } : line)
  form.setLines((lines) => lines.map(opened))
  focusCell(place, key, 'description')
  return true
}
