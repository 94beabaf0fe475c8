import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Submission, type Submitted } from '../../api/submission.ts'
import { useSettled } from '../../ui/settle.ts'
import { toast } from '../../ui/toast.tsx'
import type { Values } from './form-values.ts'
import { type Faults, useFaults } from './use-faults.ts'

export interface SmallFormState extends Faults {
  readonly values: Values
  readonly isSending: boolean
  set(name: string, value: unknown): void
  send(): Promise<void>
}

/** Sends the values through the submission, so that they are carried out once, and answers what came of it. */
export type Send = (
  values: Values,
  submission: Submission,
) => Promise<Pick<Submitted<unknown, unknown>, 'isEarlier'> | undefined>

/** A few values that are sent together; the form closes afterwards. */
export function useSmallForm(start: Values, submit: Send): SmallFormState {
  const { t } = useTranslation()
  const faults = useFaults()
  const [values, setValues] = useState(start)
  const [isSending, setSending] = useState(false)
  const [submission] = useState(() => new Submission())
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
        const sent = await submit(values, submission)
        // The window is gone; what was entered last would need a second record.
        if (sent?.isEarlier) toast.note(t('records:earlier'))
      } catch (error) {
        // A button that is still busy cannot be pressed again.
        setSending(false)
        faults.show(error)
      }
    }),
  }
}
