import { changesBetween, visibleChanges } from '../../core/audit/changes.ts'
import type { Changes } from '../../model/changes.ts'
import { keyFieldAt } from '../../model/keys/record-key.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import type { RowChange } from './imports.resource.ts'
import { cut } from './sent-rows.ts'

/** So that the changes of a hundred rows stay readable. */
const FIELDS_MAX = 20
const SECRET = '[secret]'

interface Changed {
  readonly resource: Resource
  /** The fields by which rows find records. */
  readonly key: readonly string[]
  readonly permission: Permission
}

/** What a row changes of a record, as far as the actor sees it. Long texts are cut. */
export function changeOf(
  { resource, key, permission: { hidden } }: Changed,
  before: AnyRecord,
  after: AnyRecord,
): Omit<RowChange, 'row'> {
  const all = changesBetween(resource, before, after)?.text ?? '{}'
  const visible = Object.entries(visibleChanges(resource, JSON.parse(all) as Changes, hidden))
  const told = visible.filter(([, pair]) => !pair.includes(SECRET)).slice(0, FIELDS_MAX)
  // The rows name a record by its key, so this does too.
  const [only = ''] = key.length === 1 ? key : []
  const title = valueAt(before, keyFieldAt(resource, only) ? only : resource.title)
  return {
    id: before.id as string,
    title: typeof title === 'string' ? cut(title) : (before.id as string),
    changes: Object.fromEntries(told.map(([path, [old, fresh]]) => [path, [shown(old), shown(fresh)] as const])),
  }
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (typeof value !== 'object' || value === null) return value
  const text = JSON.stringify(value)
  return text.length > cut(text).length ? cut(text) : value
}
