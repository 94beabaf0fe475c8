import { useRef } from 'react'
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
  /** The last entry of the list, which is no match and only taken if the user goes to it. */
  readonly onLast?: ((text: string) => void) | undefined
  /** After Enter: time to go on. The text is looked up meanwhile, so that fast typing does not have to wait. */
  readonly onEnter?: (() => void) | undefined
}

export const hasWords = (text: string | undefined): boolean => text !== undefined && text.trim() !== ''

/** Takes what a typed text means: at once where it is known, or as soon as it has been fetched. */
export function useBestMatch<T>(given: SearchFieldOptions<T>, active: number) {
  const now = useRef({ ...given, active })
  now.current = { ...given, active }
  const work = useRef<Promise<boolean>>(undefined)

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
    // The user has taken the text back meanwhile.
    if (!(now.current.typed ?? '').startsWith(text)) return true
    if (best) take(best, text)
    else now.current.onMiss(text)
    return best !== undefined
  }

  function lookUp(): Promise<boolean> {
    // Never at once: a field may also be left because React moves the focus. What was typed while an earlier text was
    // being looked up is looked up after it.
    const running = Promise.resolve(work.current)
      .then((earlier) => {
        const { typed = '' } = now.current
        return earlier === undefined || hasWords(typed) ? takeBest(typed) : earlier
      })
      .catch((error) => {
        toast.notLoaded(error)
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

  return { ref, take, lookUp, empty, isLookingUp: () => work.current !== undefined }
}
