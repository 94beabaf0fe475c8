import { useRef, useState } from 'react'
import { newKey } from '../../api/http.ts'
import { useSettled } from '../../ui/settle.ts'
import type { Values } from './form-values.ts'
import { type Faults, useFaults } from './use-faults.ts'

export interface SmallFormState extends Faults {
  readonly values: Values
  readonly isSending: boolean
  set(name: string, value: unknown): void
  send(): Promise<void>
}

/** A few values that are sent together, and then the form is gone. The key makes what is sent twice count once. */
export function useSmallForm(start: Values, submit: (values: Values, key: string) => Promise<unknown>): SmallFormState {
  const faults = useFaults()
  const [values, setValues] = useState(start)
  const [isSending, setSending] = useState(false)
  const key = useRef(newKey())
  return {
    ...faults,
    values,
    isSending,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      faults.unmark(name)
    },
    send: useSettled(faults.element, async () => {
      if (isSending) return
      setSending(true)
      faults.clear()
      try {
        await submit(values, key.current)
      } catch (error) {
        // A button that is still busy cannot be pressed again.
        setSending(false)
        faults.show(error)
      }
    }),
  }
}
