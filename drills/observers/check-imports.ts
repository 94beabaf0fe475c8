import type { Violation } from '../framework/summary.ts'

/** More than are brought in at once. Half of them are refused, and an import shows 100 refusals. */
const ROWS = 190

/** The name of a row is in the record that it becomes, and in the reason for which it is refused. */
const nameOf = (label: string, row: number) => `${label}.${row}`
const unknownItem = (name: string) => `none-${name}`
/** Every second row is refused. */
const isValid = (row: number) => row % 2 === 1

/** A table of stock movements. */
export const tableOf = (label: string, itemCode: string): string =>
  [
    'externalIds.drill,item.itemCode,quantity,note',
    ...Array.from({ length: ROWS }, (_, index) => {
      const name = nameOf(label, index + 1)
      return [name, isValid(index + 1) ? itemCode : unknownItem(name), 3, name].join()
    }),
  ].join('\n')

/** An import as it is read at the end, when no server works on it any more. */
export interface EndedImport {
  readonly id: string
  readonly status: string
  readonly processed: number
  readonly created: number
  readonly failed: number
  readonly problem: string | null
  readonly errors: readonly { readonly row: number; readonly message: string }[]
}

/** A run ends with its credential, whose end comes when the clock is set ahead. */
const MAY_FAIL = /API key that started this import .* has expired/

/** Of the rows that were processed the valid ones are there, once each, and the others are refused for their own reason. */
export function checkImport(label: string, job: EndedImport, notes: readonly string[]): Violation[] {
  const { id, status, processed, problem, errors } = job
  const rows = Array.from({ length: processed }, (_, index) => index + 1)
  const valid = rows.filter(isValid)
  const invalid = rows.filter((row) => !isValid(row))
  const times = Map.groupBy(notes, (note) => note)
  const timesOf = (row: number) => times.get(nameOf(label, row))?.length ?? 0
  const others = notes.filter((note) => !valid.some((row) => nameOf(label, row) === note))
  const isUnfinished = status === 'completed' ? processed < ROWS : status !== 'cancelled'
  const faults = [
    ...(isUnfinished && !MAY_FAIL.test(problem ?? '') ? [`is ${status} after ${processed} rows: ${problem}`] : []),
    ...valid.flatMap((row) => (timesOf(row) === 1 ? [] : [`row ${row} was created ${timesOf(row)} times`])),
    ...others.map((note) => `${note} was created, though its row was not brought in`),
    ...(job.created === valid.length ? [] : [`counts ${job.created} rows of ${valid.length} as created`]),
    ...(job.failed === invalid.length ? [] : [`counts ${job.failed} rows of ${invalid.length} as refused`]),
    ...invalid.flatMap((row) => {
      const reasons = errors.filter((error) => error.row === row + 1) // row 1 of a table is its header
      const isOwn = reasons.length === 1 && reasons[0]!.message.includes(`${unknownItem(nameOf(label, row))}"`)
      return isOwn ? [] : [`row ${row} is refused for ${JSON.stringify(reasons)}`]
    }),
    ...errors.flatMap(({ row }) =>
      invalid.includes(row - 1) ? [] : [`row ${row - 1} is refused, though it is valid`],
    ),
  ]
  return faults.map((fault) => ({ kind: 'import', text: `${label} (${id}): ${fault}` }))
}
