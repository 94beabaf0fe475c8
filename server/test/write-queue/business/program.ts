import type { Declared, WriteConnection } from '../../../src/db/engine.ts'
import type { Random } from '../scheduler.ts'
import { refuse } from './other-steps.ts'
import type { Queries } from './queries.ts'
import { Refused, Run } from './run.ts'
import { KEYS, type Step } from './step.ts'

const STEPS_MAX = 5
const REFUSED_SHARE = 0.15
const TOGETHER_SHARE = 0.3
const SWALLOWED_SHARE = 0.15
const DECLARED_SHARE = 0.5
const ATTEMPTED_SHARE = 0.3
const UNDONE_SHARE = 0.4

/** What a request is going to do. It depends on the seed alone, so that each run of the request does the same. */
export interface Program {
  readonly declared: readonly Declared[]
  readonly groups: readonly Group[]
  readonly swallowsErrors: boolean
  readonly marksFirst: boolean
  /** A row that it asks for without waiting for the answer. */
  readonly leavesBehind: string | undefined
  readonly addsTerm: boolean
  /** The head of the audit chain, if this request is the first of its transaction. */
  readonly head: string
}

/** Steps that run at once, groups one after another. */
interface Group {
  readonly steps: readonly Step[]
  /** How it fails alone, if it can: not unless a step does, at its end, or since it is a trial. */
  readonly attempt?: 'kept' | 'refused' | 'trial'
  /** It is an attempt within another one, which succeeds. */
  readonly isNested: boolean
}

export function randomProgram(
  random: Random,
  repertoire: readonly Step[],
  queries: Queries,
  hasRivals: boolean,
): Program {
  const steps = Array.from({ length: 1 + random.below(STEPS_MAX) }, () => random.pick(repertoire))
  if (random.chance(REFUSED_SHARE)) steps.splice(random.below(steps.length + 1), 0, refuse)
  const declaring = hasRivals && random.chance(DECLARED_SHARE)
  const named = [...steps, random.pick(repertoire)].filter(() => declaring && random.chance(0.7))
  return {
    declared: named.flatMap(({ declares }) => declares?.(queries) ?? []),
    groups: grouped(random, steps).map((group) => attempted(random, group)),
    swallowsErrors: random.chance(SWALLOWED_SHARE),
    marksFirst: random.chance(0.5),
    leavesBehind: random.chance(0.1) ? random.pick(KEYS.items) : undefined,
    addsTerm: random.chance(0.3),
    head: random.pick(KEYS.heads),
  }
}

/** Steps of different kinds may run at once. */
function grouped(random: Random, steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    const fits = last?.every(({ kind }) => kind !== step.kind)
    if (last && fits && random.chance(step === refuse ? 0.6 : TOGETHER_SHARE)) last.push(step)
    else groups.push([step])
  }
  return groups
}

function attempted(random: Random, steps: readonly Step[]): Group {
  if (!random.chance(ATTEMPTED_SHARE)) return { steps, isNested: false }
  const attempt = random.chance(UNDONE_SHARE) ? random.pick(['refused', 'trial'] as const) : 'kept'
  return { steps, attempt, isNested: random.chance(0.2) }
}

async function runGroup(run: Run, group: Group, swallowsErrors: boolean): Promise<void> {
  const { steps, attempt, isNested } = group
  if (isNested) return run.attempt((inner) => runGroup(inner, { ...group, isNested: false }, swallowsErrors), false)
  const all = async (part: Run) => {
    const running = steps.map((step) => step.run(part))
    await (swallowsErrors ? Promise.allSettled(running) : Promise.all(running))
    if (attempt === 'refused') throw new Refused('The attempt is not valid.')
  }
  await (attempt ? run.attempt(all, attempt === 'trial') : all(run))
}

export async function runProgram(
  program: Program,
  id: string,
  queries: Queries,
  connection: WriteConnection,
): Promise<Run> {
  const run = new Run(id, queries, connection, program.head)
  const mark = queries.insert('marks', [id])
  if (program.marksFirst) await run.query(mark)
  for (const group of program.groups) await runGroup(run, group, program.swallowsErrors)
  if (program.addsTerm) run.addTerm()
  if (!program.marksFirst) await run.query(mark)
  await run.finish()
  if (program.leavesBehind) void run.query(queries.lock('items', program.leavesBehind)).catch(() => {})
  return run
}
