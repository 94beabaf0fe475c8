import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm test -- [--all] [--times] [--shuffle[=seed]] [path or word …]

  npm test                     types, style, and the fast selection of tests
  npm test -- --all            everything: all tests, on every database
  npm test -- lists sorting    all tests in files whose path contains "lists" or "sorting"
  npm test -- --times …        also lists the ten slowest files
  npm test -- --shuffle …      in random order; the seed is printed, and --shuffle=<seed> repeats the order

With CI=true everything runs, and the run fails if anything would be left out.`

export interface Options {
  /** Only files whose path contains one of these. */
  readonly words: readonly string[]
  /** Simulations take as long as they need. */
  readonly isFull: boolean
  /** Nothing may be left out. */
  readonly isStrict: boolean
  readonly listsTimes: boolean
  /** Of the random order; undefined for the usual one. */
  readonly seed: number | undefined
}

const SEEDS = 1_000_000

/** Undefined for an option that does not exist. */
export function readOptions(given: readonly string[], environment: NodeJS.ProcessEnv): Options | undefined {
  try {
    const { values, positionals: words } = parseArgs({
      // The option may stand without a value, which `parseArgs` does not know.
      args: given.map((word) => (word === '--shuffle' ? `--shuffle=${Math.floor(Math.random() * SEEDS)}` : word)),
      options: { all: { type: 'boolean' }, times: { type: 'boolean' }, shuffle: { type: 'string' } },
      allowPositionals: true,
    })
    const seed = values.shuffle === undefined ? undefined : Number(values.shuffle || Number.NaN)
    if (seed !== undefined && !Number.isSafeInteger(seed)) return undefined
    const isStrict = environment.CI === 'true'
    return { words, isFull: isStrict || values.all === true, isStrict, listsTimes: values.times === true, seed }
  } catch {
    return undefined
  }
}
