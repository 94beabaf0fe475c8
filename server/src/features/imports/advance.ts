import { covers, fieldRefusal } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import type { Records } from '../../core/store.ts'
import type { Detail } from '../../model/input.ts'
import { own } from '../../model/keys/own.ts'
import { msg } from '../../model/message.ts'
import { written } from '../../texts/written.ts'
import { recordIn } from './cells.ts'
import { importRecord, type Outcome, type Plan, type Rows } from './import-row.ts'
import {
  CHANGES_SHOWN,
  ERRORS_SHOWN,
  type Import,
  importFaults,
  importRows,
  imports,
  isGoingOn,
  ROWS_AT_ONCE,
  type RowChange,
  type RowError,
  rowsIdOf,
} from './imports.resource.ts'
import { keptUntil } from './keeping.ts'
import { identityOf, readingOf } from './reading/reading.ts'
import { hasLineColumns, identityText } from './repeated-rows.ts'
import { type SentRow, sentRows, shownValue } from './sent-rows.ts'
import { authoriseImport, columnsFor, ID, type Target } from './target.ts'

/** Of the reasons of one refused row, in characters. */
const REASON_MAX = 10_000

/** The state of an import that a step continues. If it is another one by now, the step does nothing. */
export interface Continued {
  readonly attempt: number
  readonly processed: number
}

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

/** One step of a run: how much of it, which state it continues, and the runner that takes it. */
export interface Step extends Stride {
  readonly from: Continued
  readonly holder: string
}

/**
 * Brings in the next rows and notes how far the import has come, in one transaction: whatever happens to the server, a row
 * is brought in once. What the runner knows of a record (`settled`) belongs to the state that it has seen: after another
 * runner went on, or the import was started anew, it would be told of another row. Returns whether there is more to do here.
 */
export async function advance(ctx: Context, targets: readonly Target[], id: string, stride: Step): Promise<boolean> {
  const job = await ctx.records.lock(imports, id)
  if (!isGoingOn(job.status)) return false
  if (job.attempt !== stride.from.attempt || job.processed !== stride.from.processed) return true
  if (job.holder !== stride.holder) return false
  const plan = planOf(ctx, targets, job)
  const { isIsolated } = plan.target
  const groups = isIsolated ? [await nextGroup(ctx, plan)] : await nextRows(ctx, job, stride.most)
  const within = job.dryRun && !isIsolated ? { ...ctx, records: untouched(ctx.records) } : ctx
  const results: RowResult[] = []
  for (const [index, group] of groups.entries()) {
    const settled = index === 0 ? stride.settled : undefined
    const outcome = settled ?? (await importRecord(within, plan, group))
    if (isIsolated && !settled && outcome.is !== 'skipped' && (job.dryRun || outcome.is === 'failed'))
      throw rolledBack(outcome)
    results.push(...resultsOf(plan, group, outcome))
  }
  await noteFaults(ctx, job, results)
  const after = await ctx.records.update(imports, job, progressOf(ctx, plan, results))
  return isGoingOn(after.status)
}

/** What became of one row, and why. */
interface RowResult {
  readonly row: SentRow
  readonly outcome: Outcome
  /** Of a refused row: all that is wrong with its record, which may have other rows. */
  readonly reasons: readonly Detail[]
}

/** A fault of a line belongs to the row of that line, any other one to the first row. */
function resultsOf(plan: Plan, { rows }: Rows, outcome: Outcome): RowResult[] {
  if (outcome.is !== 'failed')
    return rows.map((row, index) => ({ row, outcome: index === 0 ? outcome : withoutChange(outcome), reasons: [] }))
  const { rowOfLine } = recordIn(rows, plan.reading)
  const rowOf = ({ field }: Detail): number => {
    const [, name = '', line = ''] = /^(\w+)\[(\d+)\]/.exec(field) ?? []
    return rowOfLine[name]?.[Number(line)] ?? 0
  }
  return rows.map((row, index) => ({
    row,
    outcome: { is: 'failed', faults: outcome.faults.filter((fault) => rowOf(fault) === index) },
    reasons: outcome.faults,
  }))
}

/** What a record of several rows changes is told with the first of them. */
const withoutChange = (outcome: Outcome): Outcome =>
  outcome.is === 'updated' ? { is: 'updated', change: { ...outcome.change, changes: {} } } : outcome

function planOf(ctx: Context, targets: readonly Target[], job: Import): Plan {
  const target = targets.find(({ resource }) => resource.name === job.resource)!
  const permission = authoriseImport(ctx.actor, target, job.mode)
  const fields = columnsFor(target, permission)
  const isLost = (path: string) => (job.format === 'ndjson' ? covers(permission.hidden, path) : !fields.at(path))
  const lost = Object.values(job.mapping ?? {}).find((path) => path !== ID && isLost(path))
  if (lost !== undefined) throw fieldRefusal(lost, 'change') // hidden since the run began
  return { job, target, permission, fields, reading: readingOf(job, target.resource, permission, fields) }
}

/** The next rows that are stored together, at most so many. */
async function nextRows(ctx: Context, job: Import, most: number): Promise<Rows[]> {
  const done = job.processed % ROWS_AT_ONCE
  const { rows, repeatOf } = await batchAt(ctx, job, job.processed)
  return rows.slice(done, done + most).map((row, index) => ({ rows: [row], repeat: repeatOf.get(done + index) }))
}

/** The rows of the next record: where lines are mapped, those that follow each other with the same key. */
async function nextGroup(ctx: Context, plan: Plan): Promise<Rows> {
  const { job, target, fields } = plan
  const identity = identityOf(job, target.resource, fields)
  const first = await nextRows(ctx, job, ROWS_AT_ONCE)
  const { repeat } = first[0]!
  const rows = first.map(({ rows: [row] }) => row!)
  const keyOf = identityText(identity, job.key)
  const key = keyOf(rows[0]!)
  if (!hasLineColumns(identity) || key === undefined) return { rows: rows.slice(0, 1), repeat }
  const isOther = (row: SentRow) => keyOf(row) !== key
  const isWhole = () => rows.some(isOther) || job.processed + rows.length >= job.rowCount
  while (!isWhole()) rows.push(...(await batchAt(ctx, job, job.processed + rows.length)).rows)
  const end = rows.findIndex(isOther)
  return { rows: rows.slice(0, end < 0 ? rows.length : end), repeat }
}

async function batchAt({ records }: Context, { id }: Import, position: number) {
  const batch = Math.floor(position / ROWS_AT_ONCE)
  const kept = await records.find(importRows, { id: rowsIdOf(id, batch) })
  if (!kept) throw new Problem('NOT_FOUND', { text: msg`The rows of this import are no longer kept. Send them again.` })
  return {
    rows: sentRows(kept.cells, batch * ROWS_AT_ONCE),
    repeatOf: new Map(kept.repeats.map((repeat) => [repeat.index, repeat])),
  }
}

/** Reports what would be written, and writes nothing. */
const untouched = (records: Records): Records => ({
  ...records,
  insert: async (_resource, values) => values as never,
  update: async (_resource, before, changes) => ({ ...before, ...changes }),
})

async function noteFaults({ actor, records, now }: Context, job: Import, results: readonly RowResult[]) {
  for (const { row, outcome, reasons } of results) {
    if (outcome.is !== 'failed') continue
    const reason = reasons.map(({ message }) => written(message, actor.language)).join(' ')
    await records.insert(importFaults, {
      import: job.id,
      attempt: job.attempt,
      row: row.number,
      cells: row.record ? [row.record] : row.cells,
      message: reason.slice(0, REASON_MAX),
      expiresAt: keptUntil(now),
    })
  }
}

function progressOf({ actor, now }: Context, plan: Plan, results: readonly RowResult[]): Partial<Import> {
  const { job } = plan
  const count = (wanted: Outcome['is']) => results.filter(({ outcome }) => outcome.is === wanted).length
  const faults = results.flatMap(({ row, outcome }): RowError[] =>
    outcome.is !== 'failed'
      ? []
      : outcome.faults.slice(0, ERRORS_SHOWN).map(({ field, message }) => ({
          row: row.number,
          field,
          message: written(message, actor.language),
          value: valueFor(plan, row, field),
        })),
  )
  const changes = results.flatMap(({ row, outcome }): RowChange[] =>
    outcome.is === 'updated' && Object.keys(outcome.change.changes).length > 0
      ? [{ row: row.number, ...outcome.change }]
      : [],
  )
  const processed = job.processed + results.length
  const isDone = processed >= job.rowCount
  return {
    processed,
    created: job.created + count('created'),
    updated: job.updated + count('updated'),
    skipped: job.skipped + count('skipped'),
    failed: job.failed + count('failed'),
    errors: [...job.errors, ...faults].slice(0, ERRORS_SHOWN),
    changes: [...job.changes, ...changes].slice(0, CHANGES_SHOWN),
    ...(isDone && {
      status: job.dryRun ? ('checked' as const) : ('completed' as const),
      finishedAt: now,
      holder: null,
    }),
  }
}

/** What a row has where a fault is: in the column of the field, or of a field that finds the record it names. */
function valueFor({ job, reading }: Plan, row: SentRow, field: string): string | null {
  const path = field.replaceAll(/\[\d+\]/g, '')
  const pathOf = (column: string) => own(reading.mapping, column) ?? reading.mustMatch.get(column)?.[0]
  const named = job.columns.filter((name) => pathOf(name) === path)
  const columns = [...named, ...job.columns.filter((name) => pathOf(name)?.startsWith(`${path}.`))]
  if (path === '' || columns.length === 0) return null
  return columns.map((column) => shownValue(row, job.columns, column)).find((value) => value !== '') ?? ''
}
