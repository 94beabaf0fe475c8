import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react'
import { hasWords, type SearchFieldOptions, useBestMatch } from './use-best-match.ts'

/**
 * A field in which something is found by typing. Enter, Tab, leaving the field and saving its form take the best match,
 * and wait for it where it is still being fetched. A text that matches nothing stays, and its form is not saved.
 */
export function useSearchField<T extends { readonly id: string }>(given: SearchFieldOptions<T>) {
  const { choices, isOpen, setOpen, chosen, typed, onType } = given
  const listId = useId()
  const [active, setActive] = useState(-1)
  const { ref, take, lookUp, empty, isLookingUp } = useBestMatch(given, active)
  const { shown } = choices
  // What is shown while the answer is on its way is not what Enter would take.
  const marked = choices.isCurrent || active === LAST ? active : -1

  const { open, onKeyDown } = searchKeys({ ...given, active, marked, setActive, lookUp: () => void lookUp() })

  return {
    list: {
      listId,
      shown,
      active: marked,
      isOpen,
      isBusy: !choices.isCurrent,
      onTake: (choice: T) => take(choice, typed ?? ''),
      ...(hasLast(given) && { onLast: () => takeLast(given) }),
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
      'aria-activedescendant': isOpen && (shown[marked] || marked === LAST) ? `${listId}-${marked}` : undefined,
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
        if (isLookingUp() || !document.hasFocus()) return
        if (hasWords(typed)) void lookUp()
        else if (typed !== undefined) empty()
      },
      onKeyDown,
    },
  }
}

/** The place of the last entry, which is no match. */
export const LAST = -2

const hasLast = <T>({ onLast, typed }: SearchFieldOptions<T>) => onLast !== undefined && hasWords(typed)

/** The text goes with it: leaving the field must not look it up. */
function takeLast<T>({ setOpen, onType, onLast, typed }: SearchFieldOptions<T>): void {
  setOpen(false)
  onType(undefined)
  onLast!(typed!.trim())
}

interface SearchKeysOptions<T extends { readonly id: string }> extends SearchFieldOptions<T> {
  readonly active: number
  /** The choice that Enter would take; -1 for none. */
  readonly marked: number
  readonly setActive: (index: number) => void
  readonly lookUp: () => void
}

function searchKeys<T extends { readonly id: string }>(options: SearchKeysOptions<T>) {
  const { choices, isOpen, setOpen, chosen, chosenId, typed, onType, onEnter, active, marked, setActive, lookUp } =
    options
  const { shown } = choices

  function open(): void {
    if (isOpen) return
    setOpen(true)
    if (!hasWords(typed)) setActive(shown.findIndex(({ id }) => id === chosenId))
  }

  function move(by: number): void {
    if (!isOpen) open()
    else {
      const places = [...shown.keys(), ...(hasLast(options) ? [LAST] : [])]
      setActive(places[(places.indexOf(active) + by + places.length) % places.length] ?? -1)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const isMeant = hasWords(typed) || (isOpen && marked >= 0)
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && isOpen && active === LAST && hasLast(options)) {
      event.preventDefault()
      takeLast(options)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (isMeant || onEnter) event.preventDefault()
      if (isMeant) lookUp()
      if (isMeant || chosen) onEnter?.()
      else if (onEnter) open()
    } else if (event.key === 'Tab' && isMeant) lookUp()
    else if (event.key === 'Escape' && (isOpen || typed !== undefined)) {
      event.stopPropagation()
      setOpen(false)
      onType(undefined)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
  }

  return { open, onKeyDown }
}
