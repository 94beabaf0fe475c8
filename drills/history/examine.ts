import { type Environment, runKontor } from '../../server/test/support/process.ts'
import { count, type Fact, type Summary, type Violation } from '../framework/summary.ts'
import type { Observers } from '../observers/observer.ts'
import { settle } from './attempt.ts'
import { checkHistory } from './check.ts'
import type { History } from './history.ts'
import { readState } from './read-state.ts'
import type { Target } from './target.ts'

/** The kinds that each summary line tells, also if there were none. */
const ALWAYS_TOLD = ['lost', 'half-written']

/**
 * Settles what is unknown and can be repeated, reads everything that is stored, compares it with the history and with what
 * the observers have seen, and runs `kontor verify`. A server must be up, and no client may write.
 */
export async function examine(
  history: History,
  target: Target,
  environment: Environment,
  observers?: Observers,
): Promise<Summary> {
  await observers?.finish()
  await settle(history, target)
  const state = await readState(target, history.operations)
  const [verified, observed] = await Promise.all([verify(environment), observers?.check(state)])
  const violations = [...checkHistory(history.operations, state), ...verified, ...(observed?.violations ?? [])]
  return { facts: [...factsOf(history, violations), ...(observed?.facts ?? [])], violations }
}

/** `kontor verify`, as an operator would call it. */
export async function verify(environment: Environment): Promise<Violation[]> {
  const { code, output, said } = await runKontor(['verify'], environment)
  return code === 0 ? [] : [{ kind: 'verify', text: `kontor verify exits with ${code}: ${output}${said}` }]
}

function factsOf(history: History, violations: readonly Violation[]): Fact[] {
  const kinds = new Set([...ALWAYS_TOLD, ...violations.map(({ kind }) => kind)])
  return [
    count(history.acknowledged, 'acknowledged'),
    count(history.count('fail'), 'refused'),
    count(history.count('unknown'), 'unknown'),
    ...[...kinds].map((kind) => count(violations.filter((violation) => violation.kind === kind).length, kind)),
  ]
}
