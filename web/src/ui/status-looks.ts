import { own } from '../../../server/src/model/keys/own.ts'
import type { Tone } from '../../../server/src/model/stage.ts'
import type { Field } from '../api/resources.ts'

/** How far a step has come. */
export type StepState = 'todo' | 'part' | 'done' | 'waiting' | 'stopped'

interface Look {
  readonly colour: string
  readonly step: StepState
}

/** The server says in which tone a choice is shown; one without a tone is neutral, and no step of anything. */
const LOOKS: Readonly<Record<Tone, Look>> = {
  todo: { colour: 'gray', step: 'todo' },
  due: { colour: 'orange', step: 'todo' },
  running: { colour: 'blue', step: 'done' },
  partly: { colour: 'yellow', step: 'part' },
  waiting: { colour: 'yellow', step: 'waiting' },
  good: { colour: 'teal', step: 'done' },
  bad: { colour: 'red', step: 'stopped' },
}

const lookOf = (field: Field | undefined, choice: unknown): Look | undefined => {
  const tone = own(field?.tones ?? {}, String(choice))
  return tone && LOOKS[tone]
}

export const choiceColour = (field: Field | undefined, choice: string): string =>
  lookOf(field, choice)?.colour ?? 'gray'

/** Undefined where nothing has begun, or there is nothing to be done: a draft, the delivery of a service. */
export const stepStateOf = (field: Field | undefined, choice: unknown): StepState | undefined =>
  lookOf(field, choice)?.step
