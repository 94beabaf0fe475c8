import i18next from 'i18next'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isStatus, isUnconfirmed } from '../../api/api-error.ts'
import { type Errors, errorsFrom } from './form-values.ts'

export interface Faults {
  readonly errors: Errors
  /** Why it could not be saved. */
  readonly problem: string | undefined
  /** The form that the marks stand in. */
  readonly element: RefObject<HTMLFormElement | null>
  /** Marks what the server found wrong, and goes to the first mark. */
  show(error: unknown): void
  clear(): void
  mark(path: string, message: string): void
  /** Removes the marks of a field that is being corrected, and of its parts. */
  unmark(path: string): void
}

const NO_ERRORS: Errors = {}

/** The faults that the server reported for a form. */
export function useFaults(): Faults {
  const { t } = useTranslation()
  const [errors, setErrors] = useState(NO_ERRORS)
  const [problem, setProblem] = useState<string>()
  const element = useRef<HTMLFormElement>(null)
  return {
    errors,
    problem,
    element,
    show(error) {
      const found = isStatus(error, 400, 403, 409, 422) ? errorsFrom(error.details) : NO_ERRORS
      // The marks must be on the page before the first of them can be gone to.
      flushSync(() => setErrors(found))
      const first = element.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')
      const count = Object.keys(found).length
      const isValidation = isStatus(error, 422) && error.code === 'VALIDATION_ERROR' && count > 0
      // A fault of a field that is not in the form has no place to be marked.
      const faults = first ? t('records:faults', { count }) : Object.values(found).join(' ')
      flushSync(() => setProblem(isValidation ? faults : reasonOf(error)))
      // On a phone the message may be above the visible part.
      if (!first) element.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
      first?.focus()
      first?.select?.()
    },
    clear() {
      setErrors(NO_ERRORS)
      setProblem(undefined)
    },
    mark: (path, message) => setErrors((before) => ({ ...before, [path]: message })),
    unmark: (path) => setErrors((before) => without(before, path)),
  }
}

/** The user does not have to find out whether it was saved: a second attempt never saves twice. */
const reasonOf = (error: unknown): string =>
  isUnconfirmed(error) ? i18next.t('errors:unconfirmedForm') : (error as Error).message

function without(errors: Errors, name: string): Errors {
  const left = Object.entries(errors).filter(([path]) => path !== name && !path.startsWith(`${name}.`))
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left)
}
