import type { Field } from '../../model/fields.ts'
import { type Detail, merge } from '../../model/input.ts'
import type { CellFormat } from '../../model/kinds/field-kind.ts'
import { bothOf, msg, recordName } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import type { Context } from '../action.ts'
import { createRecord, updateRecord } from '../changes.ts'
import { acceptInput } from '../input/accept-input.ts'
import { settledInput } from '../input/settled-input.ts'
import { faultsProblem, Problem } from '../problem.ts'
import { redactedProblem } from '../reply/redaction.ts'
import { bodyOf } from './cells.ts'
import type { Import } from './imports.resource.ts'
import { knownRecord, refuseTaken } from './known-record.ts'
import { isBlank } from './read-table.ts'
import type { Target } from './target.ts'

/** The common data of all rows of an import. */
export interface Plan {
  readonly job: Import
  readonly target: Target
  readonly permission: Permission
  readonly fields: ReadonlyMap<string, Field>
  readonly format: CellFormat
}

export type Outcome = 'created' | 'updated' | 'skipped' | readonly Detail[]

/** One row: checked like a request, and carried out under the rules of its record. */
export async function importRow(ctx: Context, plan: Plan, cells: readonly string[]): Promise<Outcome> {
  try {
    return await become({ ...ctx, permission: plan.permission }, plan, cells)
  } catch (error) {
    if (!(error instanceof Problem)) throw error // the database refused the row: the whole transaction must be rolled back
    const { details, text } = redactedProblem(ctx.actor, error, plan.target.resource)
    return details.length > 0 ? details : [{ field: '', message: text }]
  }
}

async function become(ctx: Context, plan: Plan, cells: readonly string[]): Promise<Outcome> {
  const { job, target, fields, format } = plan
  const { resource, rules } = target
  if (isBlank(cells)) return 'skipped'
  refuseSurplus(cells, job.columns)
  const row = bodyOf(cells, job.columns, job.mapping!, fields, format)
  const before = await knownRecord(ctx, resource, job.key, row)
  if (before && job.mode === 'insert') return 'skipped'
  if (!before) refuseUnknown(plan, row.id)
  const action = before ? target.update : target.create
  const accepted = acceptInput(row.body, action, plan.permission)
  const values = await settledInput(ctx, action.input, accepted)
  if (before && isSame(resource.fields, before, values)) return 'skipped'
  await refuseTaken(ctx, resource, values, before, job.dryRun)
  if (before) await updateRecord(ctx, resource, rules as never, before.id as string, values)
  else await createRecord(ctx, resource, rules as never, values)
  return before ? 'updated' : 'created'
}

function refuseSurplus(cells: readonly string[], columns: readonly string[]): void {
  if (cells.slice(columns.length).every((cell) => cell === '')) return
  throw faultsProblem([
    { field: '', message: msg`The row has ${cells.length} cells, but there are ${columns.length} columns.` },
  ])
}

/** A row cannot choose an id, and an update creates no record. */
function refuseUnknown({ job, target }: Plan, id: string | undefined): void {
  if (job.mode !== 'update' && id === undefined) return
  const name = bothOf(job.key)
  throw faultsProblem([
    { field: job.key[0]!, message: msg`There is no ${recordName(target.resource)} with this ${name}.` },
  ])
}

const isSame = (fields: Target['resource']['fields'], before: AnyRecord, values: AnyRecord): boolean =>
  JSON.stringify(merge(fields, before, values)) === JSON.stringify(before)
