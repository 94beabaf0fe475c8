/**
 * How far a record with a status has come. `draft`: it is still being written. `open`: it counts, and something is left to be
 * done. `done`: it has run its course. `stopped`: it was called off, and counts no more.
 */
export type Stage = 'draft' | 'open' | 'done' | 'stopped'

/** What each status means, in the order in which they are offered; the first is that of a new record. */
export type Stages = { readonly [status: string]: Stage }

/** The statuses that have one of these stages. */
export const statusesIn = (stages: Stages = {}, ...wanted: readonly Stage[]): string[] =>
  Object.keys(stages).filter((status) => wanted.includes(stages[status]!))

/**
 * How a client shows a choice. `todo`: nothing of it has begun. `due`: it is waiting for a person. `running`: it is under way.
 * `partly`: some of it is done. `waiting`: it is held up. One without a tone is neutral.
 */
export type Tone = 'todo' | 'due' | 'running' | 'partly' | 'waiting' | 'good' | 'bad'

export type Tones = { readonly [choice: string]: Tone }

const TONES: { readonly [S in Stage]?: Tone } = { open: 'running', done: 'good', stopped: 'bad' }

/** What is not said of a choice follows from its stage. */
export function tonesOf({ stages = {}, tones = {} }: { readonly stages?: Stages; readonly tones?: Tones }): Tones {
  const usual = Object.entries(stages).flatMap(([choice, stage]) =>
    TONES[stage] ? [[choice, TONES[stage]] as const] : [],
  )
  return { ...Object.fromEntries(usual), ...tones }
}

const ORDER: readonly Stage[] = ['draft', 'open', 'done']

/** Whether a status comes after another one in the usual course: in a later stage, or later in the same one. */
export function isAhead(stages: Stages, status: string, other: string): boolean {
  const statuses = Object.keys(stages)
  const [stage, from] = [stages[status], stages[other]]
  if (stage === undefined || from === undefined || stage === 'stopped') return false
  if (stage === from) return statuses.indexOf(status) > statuses.indexOf(other)
  return from !== 'stopped' && ORDER.indexOf(stage) > ORDER.indexOf(from)
}
