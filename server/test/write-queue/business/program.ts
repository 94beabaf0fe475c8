import type { Declared, WriteConnection } from '../../../src/db/engine.ts'
import type { Random } from '../scheduler.ts'
import { refuse } from './other-steps.ts'
import type { Queries } from './queries.ts'
import { Run } from './run.ts'
import { KEYS, type Step } from './step.ts'

const STEPS_MAX = 5
const REFUSED_SHARE = 0.15
const TOGETHER_SHARE = 0.3
const SWALLOWED_SHARE = 0.15
const DECLARED_SHARE = 0.5

/** What a request is going to do. It depends on the seed alone, so that each run of the request does the same. */
export interface Program {
  readonly declared: readonly Declared[]
  /** Steps of a group run at once, groups one after another. */
  readonly groups: readonly (readonly Step[])[]
  readonly swallowsErrors: boolean
  readonly marksFirst: boolean
  /** A row that it asks for without waiting for the answer. */
  readonly leavesBehind: string | undefined
  readonly addsTerm: boolean
  /** The head of the audit chain, if this request is the first of its transaction. */
  readonly head: string
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
    groups: grouped(random, steps),
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

export async function runProgram(
  program: Program,
  id: string,
  queries: Queries,
  connection: WriteConnection,
): Promise<Run> {
  const run = new Run(id, queries, connection, program.head)
  const mark = queries.insert('marks', [id])
  if (program.marksFirst) await run.query(mark)
  for (const group of program.groups) {
    const steps = group.map((step) => step.run(run))
    await (program.swallowsErrors ? Promise.allSettled(steps) : Promise.all(steps))
  }
  if (program.addsTerm) run.addTerm()
  if (!program.marksFirst) await run.query(mark)
  await run.finish()
  if (program.leavesBehind) void run.query(queries.lock('items', program.leavesBehind)).catch(() => {})
  return run
}
