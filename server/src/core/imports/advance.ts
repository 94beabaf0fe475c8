import type { Detail } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import { choiceTexts } from '../../texts/headings.ts'
import { written } from '../../texts/written.ts'
import { fieldRefusal } from '../access.ts'
import type { Context } from '../action.ts'
import { Problem } from '../problem.ts'
import type { Records } from '../store.ts'
import { cellText } from './cells.ts'
import { importRecord, type Outcome, type Plan, type Rows, readRecord } from './import-row.ts'
import {
  ERRORS_SHOWN,
  type Import,
  importFaults,
  importRows,
  imports,
  isGoingOn,
  ROWS_AT_ONCE,
  type RowError,
  rowsIdOf,
} from './imports.resource.ts'
import { keptUntil } from './keeping.ts'
import { authoriseImport, columnsFor, ID, type Target } from './target.ts'

/** The limits of one transaction. */
export interface Stride {
  readonly most: number
  /** What became of the first record in a transaction that was rolled back: it is noted, and not tried again. */
  readonly settled?: Outcome
  /** This many rows are still to be tried one by one. */
  readonly alone?: number
}

/** Thrown to roll back what was written for a record: it was refused, or only checked. */
const rolledBack = (settled: Outcome): Problem => new Problem('VALIDATION_ERROR', { data: { settled } })

export const settledIn = ({ data }: Problem): Outcome | undefined => data?.settled as Outcome | undefined

/**
 * Brings in the next rows and notes how far the import has come, in one transaction: whatever happens to the server, a row
 * is brought in once. Returns whether there is more to do.
 */
export async function advance(ctx: Context, targets: readonly Target[], id: string, stride: Stride): Promise<boolean> {
  const job = await ctx.records.lock(imports, id)
  if (!isGoingOn(job.status)) return false
  const plan = planOf(ctx, targets, job)
  const { isIsolated } = plan.target
  const groups = isIsolated ? [await nextGroup(ctx, plan)] : (await nextRows(ctx, job, stride.most)).map((row) => [row])
  const within = job.dryRun && !isIsolated ? { ...ctx, records: untouched(ctx.records) } : ctx
  const results: RowResult[] = []
  for (const [index, rows] of groups.entries()) {
    const settled = index === 0 ? stride.settled : undefined
    const outcome = settled ?? (await importRecord(within, plan, rows))
    if (isIsolated && !settled && outcome !== 'skipped' && (job.dryRun || isFault(outcome))) throw rolledBack(outcome)
    results.push(...resultsOf(plan, rows, outcome))
  }
  await noteFaults(ctx, job, results)
  const after = await ctx.records.update(imports, job, progressOf(ctx, job, results))
  return isGoingOn(after.status)
}

/** What became of one row, and why. */
interface RowResult {
  readonly cells: readonly string[]
  readonly outcome: Outcome
  /** All that is wrong with the record of the row, which may have other rows. */
  readonly reasons: readonly Detail[]
}

/** A fault of a line belongs to the row of that line, any other one to the first row. */
function resultsOf(plan: Plan, rows: Rows, outcome: Outcome): RowResult[] {
  if (!isFault(outcome)) return rows.map((cells) => ({ cells, outcome, reasons: [] }))
  const { rowOfLine } = readRecord(plan, rows)
  const rowOf = ({ field }: Detail): number => {
    const [, name = '', line = ''] = /^(\w+)\[(\d+)\]/.exec(field) ?? []
    return rowOfLine[name]?.[Number(line)] ?? 0
  }
  return rows.map((cells, row) => ({
    cells,
    outcome: outcome.filter((fault) => rowOf(fault) === row),
    reasons: outcome,
  }))
}

function planOf(ctx: Context, targets: readonly Target[], job: Import): Plan {
  const target = targets.find(({ resource }) => resource.name === job.resource)!
  const permission = authoriseImport(ctx.actor, target, job.mode)
  const fields = columnsFor(target, permission)
  const lost = Object.values(job.mapping ?? {}).find((path) => path !== ID && !fields.at(path))
  if (lost !== undefined) throw fieldRefusal(lost, 'change') // hidden since the run began
  const format = { hasDecimalCommas: job.delimiter === ';', choiceNames: choiceTexts }
  return { job, target, permission, fields, format }
}

/** The next rows that are stored together, at most so many. */
async function nextRows(ctx: Context, job: Import, most: number): Promise<string[][]> {
  const done = job.processed % ROWS_AT_ONCE
  return (await rowsAt(ctx, job, job.processed)).slice(done, done + most)
}

/** The rows of the next record: where lines are mapped, those that follow each other with the same key. */
async function nextGroup(ctx: Context, plan: Plan): Promise<Rows> {
  const { job, fields } = plan
  const mapping = job.mapping ?? {}
  const rows = await nextRows(ctx, job, ROWS_AT_ONCE)
  if (!Object.values(mapping).some((path) => fields.at(path)?.lines !== undefined)) return rows.slice(0, 1)
  const places = job.key.map((path) => job.columns.findIndex((column) => mapping[column] === path))
  const keyOf = (cells: readonly string[]) => JSON.stringify(places.map((index) => cellText(cells, index)))
  const first = keyOf(rows[0]!)
  const isWhole = () => rows.some((cells) => keyOf(cells) !== first) || job.processed + rows.length >= job.rowCount
  while (!isWhole()) rows.push(...(await rowsAt(ctx, job, job.processed + rows.length)))
  const end = rows.findIndex((cells) => keyOf(cells) !== first)
  const hasKey = places.some((index) => cellText(rows[0]!, index) !== '')
  return hasKey ? rows.slice(0, end < 0 ? rows.length : end) : rows.slice(0, 1)
}

async function rowsAt({ records }: Context, { id }: Import, row: number): Promise<string[][]> {
  const kept = await records.find(importRows, { id: rowsIdOf(id, Math.floor(row / ROWS_AT_ONCE)) })
  if (!kept) throw new Problem('NOT_FOUND', { text: msg`The rows of this import are no longer kept. Send them again.` })
  return JSON.parse(kept.cells)
}

/** Reports what would be written, and writes nothing. */
const untouched = (records: Records): Records => ({
  ...records,
  insert: async (_resource, values) => values as never,
  update: async (_resource, before, changes) => ({ ...before, ...changes }),
})

const isFault = (outcome: Outcome): outcome is readonly Detail[] => typeof outcome !== 'string'

/** The header is row 1. */
const rowNumber = ({ processed }: Import, index: number) => processed + index + 2

async function noteFaults({ actor, records, now }: Context, job: Import, results: readonly RowResult[]) {
  for (const [index, { cells, outcome, reasons }] of results.entries()) {
    if (!isFault(outcome)) continue
    await records.insert(importFaults, {
      import: job.id,
      attempt: job.attempt,
      row: rowNumber(job, index),
      cells,
      message: reasons.map(({ message }) => written(message, actor.language)).join(' '),
      expiresAt: keptUntil(now),
    })
  }
}

function progressOf({ actor, now }: Context, job: Import, results: readonly RowResult[]): Partial<Import> {
  const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length
  const faults = results.flatMap(({ outcome }, index): RowError[] =>
    isFault(outcome)
      ? outcome.map((fault) => ({
          row: rowNumber(job, index),
          ...fault,
          message: written(fault.message, actor.language),
        }))
      : [],
  )
  const processed = job.processed + results.length
  const isDone = processed >= job.rowCount
  return {
    processed,
    created: job.created + count('created'),
    updated: job.updated + count('updated'),
    skipped: job.skipped + count('skipped'),
    failed: job.failed + results.filter(({ outcome }) => isFault(outcome)).length,
    errors: [...job.errors, ...faults].slice(0, ERRORS_SHOWN),
    ...(isDone && { status: job.dryRun ? ('checked' as const) : ('completed' as const), finishedAt: now }),
  }
}
