import type { Fields } from '../model/fields.ts'
import { emptyOf, isWritable, merge } from '../model/input.ts'
import { EXTERNAL_IDS } from '../model/keys/external-ids.ts'
import { hasRows } from '../model/kinds/field-kind.ts'
import { onceFor } from '../model/memo.ts'
import {
  bothOf,
  fieldName,
  listed,
  type MessageValue,
  msg,
  NO_TEXT,
  recordName,
  recordsInText,
  toldOf,
} from '../model/message.ts'
import { type AnyRecord, type Resource, type Row, resourceNamed, valueAt } from '../model/resource.ts'
import { type Actor, fieldRefusal, mayKnow } from './access.ts'
import type { Context } from './action.ts'
import { withGuardedParts } from './input/guarded-lines.ts'
import { moveTo } from './lifecycle.ts'
import { makerOf } from './literal.ts'
import { Problem, refuseBlocked, refuseFaults } from './problem.ts'
import type { Closed, Rules } from './rules.ts'
import type { Referrer, Referrers } from './store.ts'

/** Creating, changing and removing a record under its own rules. Actions of a resource may build on these. */

/** Locks a record, after the records that all requests lock before it. */
export async function lockRecord<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R> | undefined,
  id: string,
  input: AnyRecord = {},
): Promise<Row<R>> {
  await rules?.lock?.(ctx, { id, input })
  return ctx.records.lock(resource, id)
}

export async function createRecord<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R>,
  input: AnyRecord,
): Promise<Row<R>> {
  await rules.lock?.(ctx, { input })
  const whole = withWholeLines(resource.fields, undefined, {
    ...emptyMakerOf(resource.fields)(),
    ...(await rules.defaults?.(ctx)),
    ...input,
  })
  const record = await inFirstStatus(ctx, rules, await completed(ctx, rules, whole as Row<R>))
  const after = await ctx.records.insert(resource, record as never)
  await rules.changed?.(ctx, { after })
  return after
}

export async function updateRecord<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R>,
  id: string,
  input: AnyRecord,
): Promise<Row<R>> {
  const before = await lockRecord(ctx, resource, rules, id, input)
  const sent = merge(resource.fields, before as AnyRecord, input)
  const guarded = withGuardedParts(resource.fields, ctx.permission, before as AnyRecord, sent)
  const merged = withWholeLines(resource.fields, before as AnyRecord, guarded) as Row<R>
  refuseReadOnly(resource.fields, ctx, before as AnyRecord, merged as AnyRecord)
  const completedRecord = await completed(ctx, rules, merged, before)
  const versions = { before, merged, completedRecord } as Record<keyof Versions, AnyRecord>
  refuseClosed((await rules.closed?.(before, ctx)) ?? [], versions)
  refuseLocked(resource, before as AnyRecord, completedRecord as AnyRecord, rules.editable?.(before))
  const after = await ctx.records.update(resource, before, completedRecord)
  await rules.changed?.(ctx, { before, after })
  return after
}

export async function removeRecord<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R>,
  id: string,
): Promise<void> {
  const before = await lockRecord(ctx, resource, rules, id)
  await rules.changed?.(ctx, { before })
  refuseBlocked(await rules.deletionBlocker?.(before, ctx))
  refuseInUse(ctx, resource, await ctx.records.referrers(resource, id))
  await ctx.records.remove(resource, before)
}

/** Changes a record as a part of something larger: what follows from the change is derived, and nothing is refused. */
export async function amendRecord<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R>,
  before: Row<R>,
  changes: Partial<Row<R>>,
): Promise<Row<R>> {
  return ctx.records.update(resource, before, await derived(ctx, rules, { ...before, ...changes }, before))
}

/** A new record may enter a status at once: the effect of that move is part of its creation. */
async function inFirstStatus<R extends Resource>(ctx: Context, rules: Rules<R>, record: Row<R>): Promise<Row<R>> {
  const { lifecycle } = rules
  const status = lifecycle?.initial?.(record)
  if (!lifecycle || !status) return record
  await lifecycle.lock?.(ctx, record)
  const changes = await moveTo(lifecycle, record, status)?.effect?.(ctx, record)
  return derived(ctx, rules, { ...record, ...changes, status }, record)
}

/** With what follows from the sent values, and no fault in either. */
async function completed<R extends Resource>(
  ctx: Context,
  rules: Rules<R>,
  record: Row<R>,
  before?: Row<R>,
): Promise<Row<R>> {
  const whole = await derived(ctx, rules, record, before)
  refuseFaults(rules.check?.(whole, before) ?? [])
  return whole
}

async function derived<R extends Resource>(
  ctx: Context,
  rules: Rules<R>,
  record: AnyRecord,
  before?: Row<R>,
): Promise<Row<R>> {
  return { ...record, ...(await rules.derive?.(record as Row<R>, ctx, before)) } as Row<R>
}

/** Makes a record, or a line, that holds nothing yet. */
const emptyMakerOf = onceFor((fields: Fields) => {
  const parts = Object.entries(fields).map(([name, field]) => [name, JSON.stringify(emptyOf(field))])
  return makerOf<() => AnyRecord>([], Object.fromEntries(parts))
})

/** What of a line no client sends. */
const keptBack = onceFor(
  (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, field]) => !isWritable(field))),
)

/** Clients send only the writable part of a line; the rest stays as it was, or begins empty. */
function withWholeLines(fields: Fields, before: AnyRecord | undefined, record: AnyRecord): AnyRecord {
  const whole = { ...record }
  for (const [name, field] of Object.entries(fields)) {
    if (!hasRows(field) || !Array.isArray(record[name])) continue
    const known = new Map((before?.[name] as AnyRecord[] | undefined)?.map((line) => [line.id, line]))
    const { fields: parts, forms } = field.options
    const rest = emptyMakerOf(forms ? parts : keptBack(parts))
    whole[name] = (record[name] as AnyRecord[]).map((line) => {
      const kept = rest()
      const old = known.get(line.id)
      if (old) for (const part in kept) kept[part] = old[part]
      return { ...kept, ...line }
    })
  }
  return whole
}

/** A stored text may be from before texts were trimmed: it can be sent back, and is no other text for being trimmed then. */
function textAt(record: AnyRecord, path: string): string {
  const value = valueAt(record, path)
  return JSON.stringify(typeof value === 'string' ? value.trim() : value)
}

/** A role may send back a field that it must not change, with the stored value. Lines are guarded part by part before. */
function refuseReadOnly(fields: Fields, { permission }: Context, before: AnyRecord, after: AnyRecord): void {
  const guarded = [...(permission.readOnly ?? []), ...(permission.hidden ?? [])]
  const isInLines = (path: string) => {
    const field = fields[path.split('.')[0]!]
    return field !== undefined && hasRows(field)
  }
  const changed = guarded.find((path) => !isInLines(path) && textAt(before, path) !== textAt(after, path))
  if (changed) throw fieldRefusal(changed, 'change', permission)
}

interface Versions {
  readonly before: AnyRecord
  /** With what the client sent. */
  readonly merged: AnyRecord
  /** And with what follows from it. */
  readonly completedRecord: AnyRecord
}

/**
 * A record that is closed as a whole is refused even if nothing in it would change. A closed field counts as changed if the
 * client sent another value and that is what would be kept: `derive` may spell both alike.
 */
function refuseClosed(closed: readonly Closed[], { before, merged, completedRecord }: Versions): void {
  const isChanged = (path: string) =>
    [merged, completedRecord].every((after) => textAt(before, path) !== textAt(after, path))
  refuseBlocked(closed.find(({ fields }) => !fields || fields.some(isChanged))?.blocker)
}

/** In some states only some fields may change. By which ids other systems know the record says nothing about its state. */
function refuseLocked(
  resource: Resource,
  before: AnyRecord,
  after: AnyRecord,
  editable: readonly string[] | undefined,
): void {
  if (!editable) return
  const locked = changedPaths(resource.fields, before, after).filter(
    (path) => path !== EXTERNAL_IDS && !editable.includes(path),
  )
  if (locked.length === 0) return
  const may = editable.length > 0 ? msg`only ${listed(editable.map(fieldName))} may change` : msg`nothing may change`
  const state = before.status ? msg` with the status "${toldOf(resource, before)('status')}"` : NO_TEXT
  throw new Problem('DOCUMENT_LOCKED', {
    text: msg`In this ${recordName(resource)}${state}, ${may}.`,
    details: locked.map((field) => ({ field, message: msg`This field can no longer be changed.` })),
  })
}

/** Which of the fields that a client may write differ; `items.quantity` where only that part of some line does. */
function changedPaths(fields: Fields, before: AnyRecord, after: AnyRecord): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isWritable(field) || field.options.transient || textAt(before, name) === textAt(after, name)) return []
    if (!hasRows(field)) return [name]
    const [old, fresh] = [before[name] as AnyRecord[], after[name] as AnyRecord[]]
    const isSameLines = old.length === fresh.length && old.every(({ id }, index) => id === fresh[index]!.id)
    if (!isSameLines) return [name]
    const parts = old.flatMap((line, index) => changedPaths(field.options.fields, line, fresh[index]!))
    return [...new Set(parts)].map((part) => `${name}.${part}`)
  })
}

/** A voided record is found by no id. Its number is told if the actor may see numbers. */
function nameOf(actor: Actor, resource: string, { id, removedNumber }: Referrer): MessageValue {
  if (removedNumber === undefined) return id
  const { retained } = resourceNamed(resource)!
  return mayKnow(actor, `${resource}.${retained}`) ? msg`voided ${removedNumber}` : msg`a voided one`
}

/** Ids and counts are told of resources that the actor may read as a whole. */
function refuseInUse({ actor }: Context, resource: Resource, referrers: readonly Referrers[]): void {
  if (referrers.length === 0) return
  const known = referrers.filter(({ resource: name }) => mayKnow(actor, name))
  const uses = known.map(({ resource: name, count, first }) => {
    const names = first.map((referrer) => nameOf(actor, name, referrer))
    const what = count === 1 ? recordName(resourceNamed(name)!) : recordsInText(resourceNamed(name)!)
    return msg`${count} ${what} (${listed([...names, ...(count > names.length ? ['…'] : [])])})`
  })
  if (known.length < referrers.length) uses.push(msg`records that your role may not read`)
  const instead = 'isActive' in resource.fields ? msg` Make the ${recordName(resource)} inactive instead.` : NO_TEXT
  throw new Problem('RESOURCE_IN_USE', {
    text: msg`This ${recordName(resource)} cannot be deleted because it is used by ${bothOf(uses)}.${instead}`,
    details: known.map(({ resource: name, count }) => ({ field: name, message: msg`Records that use it: ${count}.` })),
  })
}
