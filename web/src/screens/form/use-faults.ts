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
  /** What is being mended is no longer marked, nor what lies inside it. */
  unmark(path: string): void
}

const NO_ERRORS: Errors = {}

/** What the server has said to a form. */
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
      // What this form does not ask for has no place to be marked at.
      const faults = first ? t('records:faults', { count }) : Object.values(found).join(' ')
      flushSync(() => setProblem(isValidation ? faults : reasonOf(error)))
      // On a telephone the reason stands above what is in sight.
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
