import type { AuditEntry } from '../../core/audit/audit-log.resource.ts'
import type { Changes } from '../../model/changes.ts'
import { type AnyRecord, isKept, type Resource } from '../../model/resource.ts'

/** One event of the feed. A change of a record is one; a change that reaches another status is a second one. */
export interface FeedEvent {
  readonly id: string
  /** Sent as `after`, it continues behind this event. */
  readonly cursor: string
  /** `invoices.updated`, `invoices.paid` */
  readonly type: string
  readonly resource: string
  readonly recordId: string
  /** Of the record after the change, and one more than the last after a deletion; null for changes of before the feed. */
  readonly version: number | null
  readonly at: string
  readonly actor: string | null
  readonly requestId: string | null
  /** Without the ids of lines: `lines.quantity`. */
  readonly changedFields: readonly string[]
  /** Before and after, by field. */
  readonly changes: Changes
  /** If asked for: the record as it is now; null if it is deleted. */
  readonly record?: AnyRecord | null
}

const VERBS: { readonly [action: string]: string } = { create: 'created', update: 'updated', delete: 'deleted' }
const STATUS = 'status'

/** Whether the entry is a change of a record, rather than a sign-in or a refusal. */
export const isChange = ({ action, recordId }: AuditEntry): boolean => recordId !== null && Object.hasOwn(VERBS, action)

function statusFieldOf({ fields }: Resource) {
  const field = fields[STATUS]
  return field?.options.choices && isKept(field) && !field.options.unaudited ? field : undefined
}

/** The types of all events that a resource can have. */
export const typesOf = (resource: Resource): string[] =>
  [...Object.values(VERBS), ...(statusFieldOf(resource)?.options.choices ?? [])].map(
    (verb) => `${resource.name}.${verb}`,
  )

/** The types of the events of one entry, in their order. A record that is created in its usual first status has but one. */
export function typesIn(resource: Resource, { action, diff }: Pick<AuditEntry, 'action' | 'diff'>): string[] {
  const change = `${resource.name}.${VERBS[action]}`
  const field = statusFieldOf(resource)
  const status = field && diff[STATUS]?.[1]
  const isReached = typeof status === 'string' && (action === 'update' || status !== field!.options.default)
  return isReached ? [change, `${resource.name}.${status}`] : [change]
}

const PREFIX = 'evt_'

/** The id of an event. It has no dot, which separates the parts of a signed webhook. */
export const eventIdOf = ({ id }: AuditEntry, type: string, index: number): string => {
  const own = PREFIX + id.slice(id.indexOf('_') + 1)
  return index === 0 ? own : `${own}-${type.slice(type.indexOf('.') + 1)}`
}
