import type { Detail } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import { choiceTexts } from '../../texts/headings.ts'
import { written } from '../../texts/written.ts'
import { fieldRefusal } from '../access.ts'
import type { Context } from '../action.ts'
import { Problem } from '../problem.ts'
import type { Records } from '../store.ts'
import { importRow, type Outcome, type Plan } from './import-row.ts'
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
  /** The reasons why the database refused the first row, which is not tried again. */
  readonly refused?: readonly Detail[]
  /** This many rows are still to be tried one by one. */
  readonly alone?: number
}

/**
 * Brings in the next rows and notes how far the import has come, in one transaction: whatever happens to the server, a row
 * is brought in once. Returns whether there is more to do.
 */
export async function advance(ctx: Context, targets: readonly Target[], id: string, stride: Stride): Promise<boolean> {
  const job = await ctx.records.lock(imports, id)
  if (!isGoingOn(job.status)) return false
  const plan = planOf(ctx, targets, job)
  const done = job.processed % ROWS_AT_ONCE
  const rows = (await rowsAt(ctx, job)).slice(done, done + stride.most)
  const within = job.dryRun ? { ...ctx, records: untouched(ctx.records) } : ctx
  const outcomes: Outcome[] = []
  for (const [index, cells] of rows.entries())
    outcomes.push(stride.refused && index === 0 ? stride.refused : await importRow(within, plan, cells))
  await noteFaults(ctx, job, rows, outcomes)
  const after = await ctx.records.update(imports, job, progressOf(ctx, job, outcomes))
  return isGoingOn(after.status)
}

function planOf(ctx: Context, targets: readonly Target[], job: Import): Plan {
  const target = targets.find(({ resource }) => resource.name === job.resource)!
  const permission = authoriseImport(ctx.actor, target, job.mode)
  const fields = columnsFor(target, permission)
  const lost = Object.values(job.mapping ?? {}).find((path) => path !== ID && !fields.has(path))
  if (lost !== undefined) throw fieldRefusal(lost, 'change') // hidden since the run began
  const format = { hasDecimalCommas: job.delimiter === ';', choiceNames: choiceTexts }
  return { job, target, permission, fields, format }
}

async function rowsAt({ records }: Context, { id, processed }: Import): Promise<string[][]> {
  const kept = await records.find(importRows, { id: rowsIdOf(id, Math.floor(processed / ROWS_AT_ONCE)) })
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

async function noteFaults(
  { actor, records, now }: Context,
  job: Import,
  rows: readonly string[][],
  outcomes: readonly Outcome[],
) {
  for (const [index, outcome] of outcomes.entries()) {
    if (!isFault(outcome)) continue
    await records.insert(importFaults, {
      import: job.id,
      attempt: job.attempt,
      row: rowNumber(job, index),
      cells: rows[index]!,
      message: outcome.map(({ message }) => written(message, actor.language)).join(' '),
      expiresAt: keptUntil(now),
    })
  }
}

function progressOf({ actor, now }: Context, job: Import, outcomes: readonly Outcome[]): Partial<Import> {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  const faults = outcomes.flatMap((outcome, index): RowError[] =>
    isFault(outcome)
      ? outcome.map((fault) => ({
          row: rowNumber(job, index),
          ...fault,
          message: written(fault.message, actor.language),
        }))
      : [],
  )
  const processed = job.processed + outcomes.length
  const isDone = processed >= job.rowCount
  return {
    processed,
    created: job.created + count('created'),
    updated: job.updated + count('updated'),
    skipped: job.skipped + count('skipped'),
    failed: job.failed + outcomes.filter(isFault).length,
    errors: [...job.errors, ...faults].slice(0, ERRORS_SHOWN),
    ...(isDone && { status: job.dryRun ? ('checked' as const) : ('completed' as const), finishedAt: now }),
  }
}
