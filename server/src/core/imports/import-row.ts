import { type Detail, merge } from '../../model/input.ts'
import type { CellFormat } from '../../model/kinds/field-kind.ts'
import { bothOf, msg, recordName } from '../../model/message.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import type { Context } from '../action.ts'
import { createRecord, updateRecord } from '../changes.ts'
import { acceptInput, settledInput } from '../input/accept-input.ts'
import { faultsProblem, Problem, refuseFaults } from '../problem.ts'
import { redactedProblem } from '../reply/redaction.ts'
import { recordIn, type TableRecord, withKnownIds } from './cells.ts'
import type { ImportColumns } from './columns.ts'
import type { Import } from './imports.resource.ts'
import { knownRecord, refuseTaken } from './known-record.ts'
import { isBlank } from './read-table.ts'
import type { Target } from './target.ts'

/** The common data of all rows of an import. */
export interface Plan {
  readonly job: Import
  readonly target: Target
  readonly permission: Permission
  readonly fields: ImportColumns
  readonly format: CellFormat
}

/** What became of a record, and of all its rows; a refusal tells what is wrong. */
export type Outcome = 'created' | 'updated' | 'skipped' | readonly Detail[]

export type Rows = readonly (readonly string[])[]

/** The rows of one record: checked like a request, and carried out under the rules of the record. */
export async function importRecord(ctx: Context, plan: Plan, rows: Rows): Promise<Outcome> {
  try {
    return await become({ ...ctx, permission: plan.permission }, plan, rows)
  } catch (error) {
    if (!(error instanceof Problem)) throw error // the database refused the row: the whole transaction must be rolled back
    const { details, text } = redactedProblem(ctx.actor, error, plan.target.resource)
    return details.length > 0 ? details : [{ field: '', message: text }]
  }
}

export const readRecord = ({ job, fields, format }: Plan, rows: Rows): TableRecord =>
  recordIn(rows, { columns: job.columns, mapping: job.mapping!, fields, format })

async function become(ctx: Context, plan: Plan, rows: Rows): Promise<Outcome> {
  const { job, target } = plan
  const { resource, rules } = target
  if (rows.every(isBlank)) return 'skipped'
  for (const cells of rows) refuseSurplus(cells, job.columns)
  const sent = readRecord(plan, rows)
  refuseFaults(sent.faults)
  const before = await knownRecord(ctx, resource, job.key, sent)
  if (before && job.mode === 'insert') return 'skipped'
  if (!before) refuseUnknown(plan, sent)
  const action = before ? target.update : target.create
  const accepted = acceptInput(withKnownIds(sent.body, before), action, plan.permission)
  const values = await settledInput(ctx, action.input, accepted)
  if (before && isSame(resource.fields, before, values)) return 'skipped'
  await refuseTaken(ctx, resource, values, before, job.dryRun)
  if (!before) {
    await createRecord(ctx, resource, rules as never, values)
    return 'created'
  }
  const after = await updateRecord(ctx, resource, rules as never, before.id as string, values)
  return (after as AnyRecord).version === before.version && target.isIsolated ? 'skipped' : 'updated'
}

function refuseSurplus(cells: readonly string[], columns: readonly string[]): void {
  if (cells.slice(columns.length).every((cell) => cell === '')) return
  throw faultsProblem([
    { field: '', message: msg`The row has ${cells.length} cells, but there are ${columns.length} columns.` },
  ])
}

/** A row can choose neither an id nor what Kontor sets, and an update creates no record. */
function refuseUnknown({ job, target }: Plan, { id, keys }: TableRecord): void {
  const isChosen = id !== undefined || job.key.some((path) => valueAt(keys, path) !== null)
  if (job.mode !== 'update' && !isChosen) return
  const name = bothOf(job.key)
  throw faultsProblem([
    { field: job.key[0]!, message: msg`There is no ${recordName(target.resource)} with this ${name}.` },
  ])
}

const isSame = (fields: Target['resource']['fields'], before: AnyRecord, values: AnyRecord): boolean =>
  JSON.stringify(merge(fields, before, values)) === JSON.stringify(before)
