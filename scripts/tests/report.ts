import { inspect } from 'node:util'
import type { FileResult } from './run-groups.ts'

const SLOWEST = 10

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
const timeOf = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`

/** One line for a file. */
export function lineOf({ file, seconds, passed, skipped, failures }: FileResult): string {
  const mark = failures.length > 0 ? '✖' : '✔'
  const tests = `${String(passed + failures.length).padStart(4)} tests`
  const notes = [
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return `${mark} ${timeOf(seconds)} ${tests}  ${file}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`
}

/** Everything that failed, in full. */
export function failuresIn(results: readonly FileResult[]): string {
  return results
    .filter(({ failures }) => failures.length > 0)
    .map(({ file, failures, output }) => {
      const faults = failures.map(({ title, error }) => `✖ ${title}\n${indented(inspect(error, { depth: 10 }))}`)
      const written = output.trim() === '' ? [] : [`What the file wrote:\n${indented(output.trimEnd())}`]
      return [`\n— ${file}`, ...faults, ...written].join('\n\n')
    })
    .join('\n')
}

const indented = (text: string) => text.replace(/^/gm, '  ')

export function slowestOf(results: readonly FileResult[]): string {
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  return ['\nThe slowest files:', ...slowest.map(({ file, seconds }) => `${timeOf(seconds)}  ${file}`)].join('\n')
}

/** The last line: how many passed, what was left out, and how to run it. */
export function summaryOf(results: readonly FileResult[], leftOut: readonly string[]): string {
  const sum = (of: (result: FileResult) => number) => results.reduce((total, result) => total + of(result), 0)
  const failed = sum(({ failures }) => failures.length)
  const passed = `${count(
    sum((result) => result.passed),
    'test',
  )} passed in ${count(results.length, 'file')}`
  const skipped = sum((result) => result.skipped)
  const rest = [...leftOut, ...(skipped > 0 ? [`${count(skipped, 'test')} that could not run here`] : [])]
  const ending = rest.length > 0 ? ` Left out: ${rest.join('; ')}.` : ''
  return `\n${failed > 0 ? `${count(failed, 'test')} failed, ` : ''}${passed}.${ending}`
}
