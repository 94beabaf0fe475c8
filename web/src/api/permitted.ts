import type { Permitted, Verdict } from '../../../server/src/model/permitted.ts'
import type { Transition } from '../../../server/src/model/transition.ts'
import type { Row } from './resources.ts'

export type { Transition }

/** To be added to the query of a read: each record then tells what may be done with it. */
export const INCLUDE_PERMITTED = 'include=permitted'

const NOTHING: Permitted = { edit: [], delete: { allowed: false, offered: false }, actions: {} }

/** What the user may do with a record now, as the server told it. */
export const permittedIn = ({ permitted }: Row): Permitted => (permitted as Permitted | undefined) ?? NOTHING

/** Whether an action is possible; one of another resource is named with it: `deliveries.create`. */
export const permits = (row: Row, action: string): boolean => permittedIn(row).actions[action]?.allowed ?? false

export const isEditable = (row: Row, path: string): boolean => permittedIn(row).edit.includes(path)

/** Whether a form has something to ask for: the ids in other systems are written by programs. */
export const hasEdits = (row: Row): boolean => permittedIn(row).edit.some((path) => path !== 'externalIds')

/** What a user has no right to is not shown at all; what is not possible just now is shown with the reason. */
export const isForbidden = ({ code }: Pick<Verdict, 'code'>): boolean => code === 'FORBIDDEN'

export const transitionsOf = ({ allowedTransitions }: Row): readonly Transition[] =>
  (allowedTransitions ?? []) as readonly Transition[]

export const transitionTo = (row: Row, status: string): Transition | undefined =>
  transitionsOf(row).find((one) => one.status === status)

export const canGoTo = (row: Row, status: string): boolean => transitionTo(row, status)?.allowed ?? false
