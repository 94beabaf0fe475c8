import type { Row } from '../../../api/resources.ts'

export interface Transition {
  readonly status: string
  readonly allowed: boolean
  readonly reason?: string
  readonly blockers?: readonly { readonly code: string; readonly message: string }[]
}

export const transitionsOf = ({ allowedTransitions }: Row): readonly Transition[] =>
  (allowedTransitions ?? []) as readonly Transition[]

export const transitionTo = (row: Row, status: string): Transition | undefined =>
  transitionsOf(row).find((one) => one.status === status)

/** A step is hidden from users without any right to it. */
export const isForbidden = ({ blockers = [] }: Transition): boolean => blockers.some(({ code }) => code === 'FORBIDDEN')

/** Nothing but the credit limit stands in the way, and some may pass over that. */
export const isOnlyCredit = ({ blockers = [] }: Transition): boolean =>
  blockers.length > 0 && blockers.every(({ code }) => code === 'CREDIT_LIMIT_EXCEEDED')
