import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm test -- [--all] [--times] [path or word …]

  npm test                     types, style, and the fast selection of tests
  npm test -- --all            everything: all tests, on every database
  npm test -- lists sorting    all tests in files whose path contains "lists" or "sorting"
  npm test -- --times …        also lists the ten slowest files

With CI=true everything runs, and the run fails if anything would be left out.`

export interface Options {
  /** Only files whose path contains one of these. */
  readonly words: readonly string[]
  /** Simulations take as long as they need. */
  readonly isFull: boolean
  /** Nothing may be left out. */
  readonly isStrict: boolean
  readonly listsTimes: boolean
}

/** Undefined for an option that does not exist. */
export function readOptions(given: readonly string[], environment: NodeJS.ProcessEnv): Options | undefined {
  try {
    const { values, positionals: words } = parseArgs({
      args: [...given],
      options: { all: { type: 'boolean' }, times: { type: 'boolean' } },
      allowPositionals: true,
    })
    const isStrict = environment.CI === 'true'
    return { words, isFull: isStrict || values.all === true, isStrict, listsTimes: values.times === true }
  } catch {
    return undefined
  }
}
