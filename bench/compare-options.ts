import { parseArgs } from 'node:util'
import type { Row } from './report.ts'

export const USAGE = 'npm run bench:compare -- <commit> [read] [list] [search] [create] [order] [--floor 0.95]'

export interface CompareOptions {
  /** The earlier commit. */
  readonly commit: string
  /** Whether requests with this title are measured. */
  readonly isSelected: (title: string) => boolean
  /** The lowest throughput that is accepted, as a ratio to the earlier commit. */
  readonly floor: number
}

/** Throws for what is not understood. */
export function readCompareOptions(args: readonly string[]): CompareOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { floor: { type: 'string', default: '0' } },
    allowPositionals: true,
  })
  const [commit, ...words] = positionals
  if (!commit) throw new Error('The commit to compare with is missing.')
  const floor = Number(values.floor)
  if (!(floor >= 0)) throw new Error(`--floor must be a number such as 0.95, not "${values.floor}".`)
  return { commit, floor, isSelected: (title) => words.length === 0 || words.some((word) => title.includes(word)) }
}

/** The requests whose throughput, the first figure, is lower than accepted. */
export const rowsBelow = (rows: readonly Row[], floor: number): readonly string[] =>
  rows.filter(({ figures }) => Number(figures[0]) < floor).map(({ title, figures }) => `${title}: ${figures[0]}`)
