import type { Context } from '../../core/action.ts'
import { createRecord, updateRecord } from '../../core/changes.ts'
import { acceptInput, settledInput } from '../../core/input/accept-input.ts'
import { refuseOtherValues } from '../../core/input/read-only-values.ts'
import { faultsProblem, Problem, refuseFaults } from '../../core/problem.ts'
import { redactedProblem } from '../../core/reply/redaction.ts'
import { type Detail, merge, shorten } from '../../model/input.ts'
import { bothOf, fieldName, msg, recordName } from '../../model/message.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { recordIn, type TableReading, type TableRecord, withKnownIds } from './cells.ts'
import type { ImportColumns } from './columns.ts'
import type { Import, Repeat, RowChange } from './imports.resource.ts'
import { type Find, knownRecord, refuseTaken } from './known-record.ts'
import { changeOf } from './row-change.ts'
import { withoutSameLines } from './same-lines.ts'
import { type Cell, cellText, type SentRow } from './sent-rows.ts'
import { ID, type Target } from './target.ts'

/** The common data of all rows of an import. */
export interface Plan {
  readonly job: Import
  readonly target: Target
  readonly permission: Permission
  readonly fields: ImportColumns
  readonly reading: TableReading
}

/** What became of a record, and of all its rows. */
export type Outcome =
  | { readonly is: 'created' | 'skipped' }
  | { readonly is: 'updated'; readonly change: Omit<RowChange, 'row'> }
  | { readonly is: 'failed'; readonly faults: readonly Detail[] }

const CREATED: Outcome = { is: 'created' }
const SKIPPED: Outcome = { is: 'skipped' }

/** The rows of one record. */
export interface Rows {
  readonly rows: readonly SentRow[]
  /** An earlier row has the same key. */
  readonly repeat?: Repeat | undefined
}

/** The rows of one record: checked like a request, and carried out under the rules of the record. */
export async function importRecord(ctx: Context, plan: Plan, rows: Rows, find: Find): Promise<Outcome> {
  try {
    return await become({ ...ctx, permission: plan.permission }, plan, rows, find)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { details, text } = redactedProblem(ctx.actor, error, plan.target.resource)
    return { is: 'failed', faults: details.length > 0 ? details : [{ field: '', message: text }] }
  }
}

async function become(ctx: Context, plan: Plan, { rows, repeat }: Rows, find: Find): Promise<Outcome> {
  const { job, target } = plan
  const { resource, rules } = target
  if (rows.every(isBlank)) return SKIPPED
  if (repeat) refuseRepeat(repeat)
  for (const { cells } of rows) refuseSurplus(cells, job.columns)
  const sent = recordIn(rows, plan.reading)
  refuseFaults(sent.faults)
  const before = await knownRecord(ctx, resource, job.key, sent, find)
  if (before && job.mode === 'insert') return SKIPPED
  if (!before) refuseUnknown(plan, sent)
  const action = before ? target.update : target.create
  const accepted = acceptInput(withKnownIds(sent.body, before), action, plan.permission)
  const settled = await settledInput(ctx, action.input, accepted)
  const values = before ? withoutSameLines(target, sent.body, settled, before) : settled
  const { ignored = {} } = accepted
  if (before) refuseOtherValues(resource, plan.permission, ignored, before)
  if (before && isSame(resource.fields, before, values)) return SKIPPED
  await refuseTaken(ctx, resource, values, before, job.dryRun, find)
  return ctx.records.attempt(async (records): Promise<Outcome> => {
    const inside = { ...ctx, records }
    if (!before) {
      const created = await createRecord(inside, resource, rules as never, values)
      refuseOtherValues(resource, plan.permission, ignored, created as AnyRecord)
      return CREATED
    }
    const after: AnyRecord = await updateRecord(inside, resource, rules as never, before.id as string, values)
    if (after.version === before.version) return SKIPPED
    return { is: 'updated', change: changeOf({ resource, key: job.key, permission: plan.permission }, before, after) }
  }, job.dryRun)
}

/** Rows that were stored before blank ones were left out. */
const isBlank = ({ cells, record }: SentRow): boolean =>
  !record && cells.every((_, index) => cellText(cells, index) === '')

function refuseRepeat({ paths, row }: Repeat): void {
  throw faultsProblem([
    {
      field: paths[0]!,
      message: msg`Row ${row} has the same ${bothOf(paths.map(fieldName))}. Keep one of these rows, and the rows of a document together.`,
    },
  ])
}

function refuseSurplus(cells: readonly Cell[], columns: readonly string[]): void {
  if (cells.slice(columns.length).every((cell) => cell === '')) return
  throw faultsProblem([
    { field: '', message: msg`The row has ${cells.length} cells, but there are ${columns.length} columns.` },
  ])
}

/** A row can choose neither an id nor what Kontor sets, and an update creates no record. */
function refuseUnknown({ job, target }: Plan, { id, keys }: TableRecord): void {
  const one = recordName(target.resource)
  if (id !== undefined && job.key.includes(ID)) {
    const message = msg`There is no ${one} with the id "${shorten(id)}". For a file of another Kontor choose another key, such as a code.`
    throw faultsProblem([{ field: ID, message }])
  }
  const isChosen = job.key.some((path) => valueAt(keys, path) !== null)
  if (job.mode !== 'update' && !isChosen) return
  throw faultsProblem([{ field: job.key[0]!, message: msg`There is no ${one} with this ${bothOf(job.key)}.` }])
}

const isSame = (fields: Target['resource']['fields'], before: AnyRecord, values: AnyRecord): boolean =>
  JSON.stringify(merge(fields, before, values)) === JSON.stringify(before)
