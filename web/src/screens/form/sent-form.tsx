import type { ReactNode } from 'react'
import type { Faults } from './use-faults.ts'

interface SentFormProps {
  readonly form: Pick<Faults, 'element'>
  readonly onSend: () => Promise<unknown>
  readonly children: ReactNode
}

/** A form that Enter sends, and that the server checks. */
export const SentForm = ({ form, onSend, children }: SentFormProps) => (
  <form
    noValidate
    ref={form.element}
    onSubmit={(event) => {
      event.preventDefault()
      void onSend()
    }}
  >
    {children}
  </form>
)
