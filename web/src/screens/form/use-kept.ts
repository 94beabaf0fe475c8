import { useEffect, useRef, useState } from 'react'
import { type KeptInput, keptInputs } from '../../api/kept/kept-input.ts'
import { useUser } from '../../api/use-session.ts'

export interface Kept {
  /** What was typed here before the page was reloaded; undefined: nothing, or the user has decided about it. */
  readonly offer: { readonly at: string; resume(): void; discard(): void } | undefined
  readonly isDirty: boolean
  /** It is saved, or the user does not want it any more. */
  forget(): void
  /** At once, before something happens that may take the page down. */
  keep(): void
}

interface KeepingOptions<T> {
  /** Which form of the page; undefined: it is not kept. */
  readonly place: string | undefined
  readonly isDirty: boolean
  /** Another object after every change. */
  readonly input: object
  /** As JSON can hold it, without secrets. */
  snapshot(): T
  restore(kept: T): void
}

const WAIT_MS = 300

/** Keeps the input of a form while it is not saved, by its address. After a reload it is offered to the user. */
export function useKept<T>(options: KeepingOptions<T>): Kept {
  const { place, isDirty, input } = options
  const { id } = useUser()
  const [key] = useState(() => place && `${id} ${location.pathname}${location.search} ${place}`)
  const [found, setFound] = useState<KeptInput | undefined>(() => (key ? keptInputs.read(key) : undefined))
  const latest = useRef(options)
  latest.current = options
  const timer = useRef<number>(undefined)
  const wasDirty = useRef(false)
  /** The input as it was when it was saved. */
  const forgotten = useRef<object>(undefined)

  function cancel(): void {
    window.clearTimeout(timer.current)
    timer.current = undefined
  }
  function keep(): void {
    cancel()
    if (key && latest.current.isDirty) keptInputs.write(key, latest.current.snapshot())
  }
  function forget(): void {
    cancel()
    forgotten.current = latest.current.input
    setFound(undefined)
    if (key) keptInputs.remove(key)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the input is a reason to keep it again.
  useEffect(() => {
    // Until the user has decided about what is there, nothing takes its place.
    if (!key || found || forgotten.current === input) return
    if (isDirty) {
      wasDirty.current = true
      timer.current ??= window.setTimeout(keep, WAIT_MS)
    } else if (wasDirty.current) forget()
  }, [input, isDirty, found])

  useBeforeLeaving(() => {
    if (timer.current !== undefined) keep()
  })

  return {
    offer: found && {
      at: found.at,
      resume() {
        setFound(undefined)
        options.restore(found.input as T)
      },
      discard: forget,
    },
    isDirty,
    forget,
    keep,
  }
}

/** When the page or the form goes away. */
function useBeforeLeaving(action: () => void): void {
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    const leave = () => latest.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}
