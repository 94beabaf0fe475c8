import { own } from '../../../server/src/model/keys/own.ts'

/** How far something has come. */
export type Stage = 'todo' | 'part' | 'done' | 'waiting' | 'stopped'

interface Look {
  readonly colour?: string
  readonly stage?: Stage
  /** It brings something to an end, so it is not offered as the first thing to do. */
  readonly isEnding?: true
}

/**
 * How words of state are shown; one that is not here is neutral. This and the texts are the only places that know them: what
 * can be done in a state is told by the server with each record.
 */
const LOOKS: Readonly<Record<string, Look>> = {
  submitted: { colour: 'blue', stage: 'done' },
  on_hold: { colour: 'yellow', stage: 'waiting' },
  closed: { colour: 'teal', stage: 'done', isEnding: true },
  cancelled: { colour: 'red', stage: 'stopped', isEnding: true },
  not_delivered: { stage: 'todo' },
  partly_delivered: { colour: 'yellow', stage: 'part' },
  delivered: { colour: 'teal', stage: 'done' },
  not_invoiced: { stage: 'todo' },
  partly_invoiced: { colour: 'yellow', stage: 'part' },
  invoiced: { colour: 'teal', stage: 'done' },
  unpaid: { colour: 'orange', stage: 'todo' },
  partially_paid: { colour: 'yellow', stage: 'part' },
  paid: { colour: 'teal', stage: 'done' },
  overdue: { colour: 'red' },
  active: { colour: 'teal' },
  unmapped: { colour: 'orange' },
  checking: { colour: 'blue' },
  checked: { colour: 'blue' },
  running: { colour: 'blue' },
  completed: { colour: 'teal' },
  failed: { colour: 'red' },
  queued: { colour: 'blue' },
  pending: { colour: 'blue' },
  sent: { colour: 'teal' },
  done: { colour: 'teal' },
  succeeded: { colour: 'teal' },
}

export const statusColour = (status: string): string => own(LOOKS, status)?.colour ?? 'gray'
export const isEnding = (status: string): boolean => own(LOOKS, status)?.isEnding ?? false

/** Undefined where nothing has begun, or there is nothing to be done: a draft, the delivery of a service. */
export const stageOf = (status: unknown): Stage | undefined => LOOKS[String(status)]?.stage

/** No status follows this one, so the user is asked first. */
export const FINAL = 'cancelled'
