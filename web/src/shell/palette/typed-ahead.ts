/** What was typed between the key that opens the palette and its field: loading the palette may take a moment. */
export interface TypedAhead {
  readonly text: string
  /** Enter was pressed after the text. */
  readonly isEntered: boolean
}

const NOTHING: TypedAhead = { text: '', isEntered: false }
let current: TypedAhead | undefined

function take({ text }: TypedAhead, key: string): TypedAhead {
  if (key === 'Enter') return { text, isEntered: text !== '' }
  if (key === 'Backspace') return { text: text.slice(0, -1), isEntered: false }
  return { text: text + (key.length === 1 ? key : ''), isEntered: false }
}

function listen(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Escape' || event.key === 'Tab') {
    stopTypingAhead()
    return
  }
  event.preventDefault()
  event.stopImmediatePropagation()
  current = take(current ?? NOTHING, event.key)
}

/** The keys go to the palette instead of the page, until it asks for them. */
export function startTypingAhead(): void {
  current ??= NOTHING
  window.addEventListener('keydown', listen, { capture: true })
}

export function stopTypingAhead(): TypedAhead {
  window.removeEventListener('keydown', listen, { capture: true })
  const typed = current ?? NOTHING
  current = undefined
  return typed
}
