import type { ReactNode } from 'react'
import { AllAtOnce } from '../../fields/all-at-once.tsx'
import type { Faults } from './use-faults.ts'

interface SentFormProps {
  /** For a button outside of the form. */
  readonly id?: string
  readonly form: Pick<Faults, 'element'>
  readonly onSend: () => Promise<unknown>
  readonly children: ReactNode
}

/** A form that Enter sends, and that the server checks. */
export const SentForm = ({ id, form, onSend, children }: SentFormProps) => (
  <form
    id={id}
    noValidate
    ref={form.element}
    onSubmit={(event) => {
      event.preventDefault()
      void onSend()
    }}
  >
    <AllAtOnce onShown={() => beginAtMarked(form.element.current)}>{children}</AllAtOnce>
  </form>
)

/** A window gives the focus to what is marked when it opens, but then the form may not be there yet. */
function beginAtMarked(form: HTMLFormElement | null): void {
  if (!form?.contains(document.activeElement)) form?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
}
