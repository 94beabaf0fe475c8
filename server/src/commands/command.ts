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

/** The command was called the wrong way: exit code 2. */
export class UsageError extends Error {}
