import type { Row } from '../../api/resources.ts'

export interface Transition {
  readonly status: string
  readonly allowed: boolean
  readonly reason?: string
}

export const transitionsOf = ({ allowedTransitions }: Row): readonly Transition[] =>
  (allowedTransitions ?? []) as readonly Transition[]

export const canGoTo = (row: Row, status: string): boolean =>
  transitionsOf(row).some((one) => one.status === status && one.allowed)
