import { AREAS } from './areas.ts'
import type { Mutant } from './mutate.ts'
import { REVIEWED } from './reviewed.ts'

/** What became of a mutant. */
export interface Result extends Mutant {
  readonly area: string
  readonly isKilled: boolean
  /** The test that killed it; empty for a survivor. */
  readonly by: string
  readonly seconds: number
}

export interface Summary {
  readonly area: string
  readonly mutants: number
  readonly killed: number
  /** Survivors with a reason in reviewed.ts, and those without. */
  readonly reviewed: number
  readonly open: number
}

/** So many percent of the mutants of each area must die. */
const KILLED_MIN = 90

export const reasonOf = ({ file, code, change }: Mutant): string | undefined =>
  REVIEWED.find(
    (known) =>
      file === `server/src/${known.file}` && code.includes(known.code) && change.startsWith(known.change ?? ''),
  )?.reason

export function summariesOf(results: readonly Result[]): Summary[] {
  const names = AREAS.map(({ name }) => name).filter((name) => results.some(({ area }) => area === name))
  return names.map((area) => {
    const own = results.filter((result) => result.area === area)
    const survivors = own.filter(({ isKilled }) => !isKilled)
    const reviewed = survivors.filter(reasonOf).length
    return {
      area,
      mutants: own.length,
      killed: own.length - survivors.length,
      reviewed,
      open: survivors.length - reviewed,
    }
  })
}

const percent = ({ killed, mutants }: Summary) => Math.floor((killed / mutants) * 1000) / 10

export const isGood = (summaries: readonly Summary[]): boolean =>
  summaries.every((summary) => percent(summary) >= KILLED_MIN && summary.open === 0)

/** A table in Markdown. */
export function tableOf(summaries: readonly Summary[]): string {
  const rows = summaries.map(
    (summary) =>
      `| ${summary.area} | ${summary.mutants} | ${summary.killed} | ${percent(summary).toFixed(1)} % | ${summary.reviewed} | ${summary.open} |`,
  )
  return [
    '| area | mutants | killed | share | survivors with a reason | other survivors |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

export const lineOf = (result: Result): string =>
  `${result.file}:${result.line} ${result.operator}: ${result.change}\n    ${result.code}`

/** The survivors without a reason. */
export const survivorsIn = (results: readonly Result[]): string =>
  results
    .filter((result) => !result.isKilled && !reasonOf(result))
    .map((result) => `survived: ${lineOf(result)}`)
    .join('\n')
