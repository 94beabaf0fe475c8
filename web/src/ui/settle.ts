import { type RefObject, useCallback, useRef } from 'react'

/** Takes over what was typed into an input. False: the text means nothing, and the input says so. */
type Settle = () => boolean | Promise<boolean>

const settles = new WeakMap<Element, Settle>()

/** For an input that reads its text when the user leaves it: the `ref` that lets its form ask for that earlier. */
export function useSettle(settle: Settle): (input: HTMLInputElement | null) => void {
  const latest = useRef(settle)
  latest.current = settle
  return useCallback((input) => void (input && settles.set(input, () => latest.current())), [])
}

/** Lets every input below take over what was typed. False: one refused, and has the focus now. */
export async function settleInputs(form: HTMLElement | null): Promise<boolean> {
  const inputs = [...(form?.querySelectorAll('input') ?? [])].filter((input) => settles.has(input))
  const results = await Promise.all(inputs.map((input) => settles.get(input)!()))
  const refused = inputs[results.indexOf(false)]
  refused?.focus()
  return refused === undefined
}

/**
 * The same action, but run when all inputs of the form have taken over what was typed, and not at all if one refuses. It
 * runs as of the latest render, so that it sees the values that have come in meanwhile.
 */
export function useSettled<Given extends readonly unknown[], Result>(
  form: RefObject<HTMLElement | null>,
  action: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result | undefined> {
  const latest = useRef(action)
  latest.current = action
  const isWaiting = useRef(false)
  return async (...given) => {
    if (isWaiting.current) return undefined
    isWaiting.current = true
    const isSettled = await settleInputs(form.current).finally(() => {
      isWaiting.current = false
    })
    return isSettled ? latest.current(...given) : undefined
  }
}
