import { parseArgs } from 'node:util'
import type { Drill } from './framework/drill.ts'

export interface Options {
  readonly name: string
  readonly minutes: number
  /** Ends after so many rounds instead of after minutes. */
  readonly rounds: number | undefined
  readonly size: number | undefined
  readonly seed: number
  readonly isPostgres: boolean
  readonly isJson: boolean
}

const MINUTES = 5
const SEED_MAX = 1_000_000

export const ALL = 'all'

export function usage(drills: readonly Drill[]): string {
  const width = Math.max(ALL.length, ...drills.map(({ name }) => name.length))
  const lines = drills.map(({ name, summary, databases }) => {
    const where = databases.length > 1 ? '' : databases[0] === 'postgres' ? ' (PostgreSQL only)' : ' (embedded only)'
    return `  ${name.padEnd(width)}  ${summary}${where}`
  })
  return `Usage: npm run drill -- <name> [options]

${lines.join('\n')}
  ${ALL.padEnd(width)}  All of them, one after the other; each has its share of the minutes.

  --minutes N   How long the load runs, ${MINUTES} if not given. The check afterwards comes on top of it.
  --rounds N    Ends after so many rounds (kills, stops, …) instead of after minutes.
  --size N      How large a round is: the writers of crowd, the requests of malformed.
  --seed N      Chooses the requests and the faults; a random number if not given. The summary names it.
  --postgres    On PostgreSQL, which the drill starts by itself, instead of the embedded database.
  --json        Prints the summary as a line of JSON.

A drill works in a throw-away folder and touches no other database. It exits with 0 if nothing was lost, with 1 if it found
a violation, and with 2 if it was called wrongly.`
}

/** Throws what `parseArgs` throws for an option that does not exist, and an error with a message for a bad value. */
export function readOptions(words: readonly string[]): Options | 'help' {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: {
      minutes: { type: 'string' },
      rounds: { type: 'string' },
      size: { type: 'string' },
      seed: { type: 'string' },
      postgres: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  if (values.help || (positionals.length === 0 && words.length === 0)) return 'help'
  if (positionals.length !== 1) throw new Error('Name one drill.')
  return {
    name: positionals[0]!,
    minutes: numberFrom('minutes', values.minutes) ?? MINUTES,
    rounds: wholeFrom('rounds', values.rounds),
    size: wholeFrom('size', values.size),
    seed: wholeFrom('seed', values.seed) ?? Math.ceil(Math.random() * SEED_MAX),
    isPostgres: values.postgres === true,
    isJson: values.json === true,
  }
}

function numberFrom(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${name} must be a number above 0, not "${text}".`)
  return value
}

function wholeFrom(name: string, text: string | undefined): number | undefined {
  const value = numberFrom(name, text)
  if (value !== undefined && !Number.isSafeInteger(value))
    throw new Error(`--${name} must be a whole number, not "${text}".`)
  return value
}
