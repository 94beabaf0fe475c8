import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSettle } from '../settle.ts'
import { toast } from '../toast.tsx'
import type { Choices } from './use-choices.ts'

export interface SearchFieldOptions<T> {
  readonly choices: Choices<T>
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** What is chosen now: its words, and its id if it may be in the list. */
  readonly chosen: string
  readonly chosenId?: string | null
  /** What has been typed and not been chosen yet; undefined: nothing. */
  readonly typed: string | undefined
  readonly onType: (text: string | undefined) => void
  readonly onPick: (choice: T) => void
  /** The text matches nothing. */
  readonly onMiss: (text: string) => void
  /** All of the text was deleted. */
  readonly onEmpty?: (() => void) | undefined
  /** After Enter: time to go on. The text is looked up meanwhile, so that fast typing does not have to wait. */
  readonly onEnter?: (() => void) | undefined
}

const hasWords = (text: string | undefined): boolean => text !== undefined && text.trim() !== ''

/**
 * A field in which something is found by typing. Enter, Tab, leaving the field and saving its form take the best match,
 * and wait for it where it is still being fetched. A text that matches nothing stays, and its form is not saved.
 */
export function useSearchField<T extends { readonly id: string }>(given: SearchFieldOptions<T>) {
  const { choices, isOpen, setOpen, chosen, chosenId, typed, onType, onEnter } = given
  const listId = useId()
  const [active, setActive] = useState(-1)
  const now = useRef({ ...given, active })
  now.current = { ...given, active }
  const work = useRef<Promise<boolean>>(undefined)
  const { shown } = choices
  // What is shown while the answer is on its way is not what Enter would take.
  const marked = choices.isCurrent ? active : -1

  /** What was typed after the text that has been looked up stays. */
  function take(choice: T, text: string): void {
    const { typed: present = '', onPick, onType: type } = now.current
    const rest = present.startsWith(text) ? present.slice(text.length) : present
    flushSync(() => {
      now.current.setOpen(false)
      type(rest === '' ? undefined : rest)
      onPick(choice)
    })
  }

  async function takeBest(text: string): Promise<boolean> {
    const { choices: at, active: place } = now.current
    now.current.setOpen(false)
    const best = (at.isCurrent ? at.shown[Math.max(place, 0)] : undefined) ?? (await at.all(text))[0]
    if (best) take(best, text)
    else now.current.onMiss(text)
    return best !== undefined
  }

  function lookUp(): Promise<boolean> {
    // Later than whatever goes on now: a field may also be left because React moves the focus.
    const running = Promise.resolve(now.current.typed ?? '')
      .then(takeBest)
      .catch((error) => {
        toast.failed(error)
        return false
      })
      .finally(() => {
        if (work.current === running) work.current = undefined
      })
    work.current = running
    return running
  }

  function empty(): void {
    now.current.onType(undefined)
    now.current.onEmpty?.()
  }

  const ref = useSettle(async () => {
    await work.current
    if (hasWords(now.current.typed)) return lookUp()
    if (now.current.typed !== undefined) flushSync(empty)
    return true
  })

  function open(): void {
    if (isOpen) return
    setOpen(true)
    if (!hasWords(typed)) setActive(shown.findIndex(({ id }) => id === chosenId))
  }

  function move(by: number): void {
    if (!isOpen) open()
    else setActive((active + by + shown.length) % Math.max(shown.length, 1))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const isMeant = hasWords(typed) || (isOpen && marked >= 0)
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (isMeant || onEnter) event.preventDefault()
      if (isMeant) void lookUp()
      if (isMeant || chosen) onEnter?.()
      else if (onEnter) open()
    } else if (event.key === 'Tab' && isMeant) void lookUp()
    else if (event.key === 'Escape' && (isOpen || typed !== undefined)) {
      event.stopPropagation()
      setOpen(false)
      onType(undefined)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
  }

  return {
    list: {
      listId,
      shown,
      active: marked,
      isOpen,
      isBusy: !choices.isCurrent,
      onTake: (choice: T) => take(choice, typed ?? ''),
    },
    inputProps: {
      ref,
      value: typed ?? chosen,
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-expanded': isOpen,
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen && shown[marked] ? `${listId}-${marked}` : undefined,
      'data-mantine-stop-propagation': isOpen || undefined,
      onChange({ currentTarget }: { currentTarget: { value: string } }) {
        onType(currentTarget.value)
        setOpen(true)
        setActive(currentTarget.value.trim() === '' ? -1 : 0)
      },
      onClick: open,
      onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
      onBlur() {
        setOpen(false)
        // The user has gone to another window, and comes back to the same place.
        if (work.current || !document.hasFocus()) return
        if (hasWords(typed)) void lookUp()
        else if (typed !== undefined) empty()
      },
      onKeyDown,
    },
  }
}
