import { own } from '../../../server/src/model/keys/own.ts'
import type { Stage } from '../../../server/src/model/stage.ts'
import { fieldOf, type Resource } from './resources.ts'

/** How far a record with this status has come; undefined where the server does not say, or the status is hidden. */
export const stageOf = (resource: Resource, status: unknown): Stage | undefined =>
  own(fieldOf(resource, STATUS)?.stages ?? {}, String(status))

export const STATUS = 'status'

/** Whether it is still being written. */
export const isDraft = (resource: Resource, status: unknown): boolean => stageOf(resource, status) === 'draft'

/** Whether it has come to an end: nothing is left to be done, or it was called off. */
export const isEnded = (resource: Resource, status: unknown): boolean =>
  ['done', 'stopped'].includes(stageOf(resource, status) ?? '')

/** The status that usually comes next, where the user may set it. */
export const nextStatus = ({ transitions }: Resource, status: unknown): string | undefined =>
  transitions.find(({ from, isMain }) => isMain && from.includes(String(status)))?.to

/** Fields that come with the steps of a record, and not from a form. */
export const allAsked = ({ transitions }: Resource): readonly string[] => [
  ...new Set(transitions.flatMap(({ asks = [] }) => asks)),
]

/** Those of one step. */
export const askedBy = ({ transitions }: Resource, from: unknown, status: string): readonly string[] =>
  transitions.find((one) => one.to === status && one.from.includes(String(from)))?.asks ?? []

/** Whether it calls a record off, as a draft can be: no status follows it, so the user is asked first. */
export const isCancelling = (resource: Resource, status: string): boolean =>
  stageOf(resource, status) === 'stopped' &&
  resource.transitions.some(({ from, to }) => to === status && from.includes(resource.statuses[0] ?? ''))
