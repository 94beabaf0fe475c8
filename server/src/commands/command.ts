import type { ParseArgsConfig } from 'node:util'

/** One word of the command line. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** What follows the name, as in `<file>`. */
  readonly usage: string
  readonly help: string
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** Returns the exit code. */
  run(options: Readonly<Record<string, string | boolean | undefined>>, words: readonly string[]): Promise<number>
}

export const DONE = 0
export const FAILED = 1

/** The command was called the wrong way: exit code 2. */
export class UsageError extends Error {}

/** The words that a command takes, no more and no fewer. */
export function expectWords(words: readonly string[], ...names: string[]): string[] {
  const missing = names[words.length]
  if (missing) throw new UsageError(`The ${missing} is missing. See --help.`)
  const surplus = words[names.length]
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one argument too many. See --help.`)
  return [...words]
}

/** Says why nothing was done. */
export function failed(reason: string): number {
  console.error(reason)
  return FAILED
}
