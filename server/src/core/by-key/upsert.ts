import { isObject, isWritable, shorten } from '../../model/input.ts'
import { EXTERNAL_IDS, systemIn } from '../../model/keys/external-ids.ts'
import { isSameKey, keyFieldAt, type RecordKey } from '../../model/keys/record-key.ts'
import { fieldName, msg } from '../../model/message.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import { authorise, mayRead } from '../access.ts'
import type { Action, Context, Preconditions } from '../action.ts'
import { createRecord, lockRecord, updateRecord } from '../changes.ts'
import { acceptInput, settledInput } from '../input/accept-input.ts'
import { warnOfIgnored } from '../input/read-only-values.ts'
import { takenFault } from '../input/taken-value.ts'
import { NOTHING_TO_MATCH, refuseStale } from '../input/versions.ts'
import { Problem, refuseFaults } from '../problem.ts'
import type { Entry } from '../rules.ts'
import { findByKey, noRecordWith } from './record-key.ts'

export interface Upsert extends Preconditions {
  readonly key: RecordKey
  /** As it was sent: which of its fields are needed depends on whether the record exists. */
  readonly body: AnyRecord
  /** What the preparation of the action has added to the body, such as the digest of a password. */
  readonly added?: AnyRecord
}

export interface Upserted {
  readonly record: AnyRecord
  readonly isNew: boolean
}

/**
 * Changes the record with this key, or creates it, inside a transaction and under all rules of the two actions. A record that
 * another transaction creates meanwhile makes the commit fail with a taken value: the whole work must then run again.
 */
export async function upsertRecord(ctx: Context, entry: Entry, upsert: Upsert): Promise<Upserted> {
  const before = await lockedRecord(ctx, entry, upsert.key)
  refuseUnless(ctx, entry, upsert, before) // a request that must not create needs no right to create
  const action = stockActionOf(entry, before ? 'update' : 'create')
  const inside = { ...ctx, permission: authorise(ctx.actor, entry.resource, action) }
  const body = withKey(upsert.key, upsert.body, before === undefined)
  const accepted = acceptInput(body, action, inside.permission)
  const input = { ...(await settledInput(inside, action.input, accepted)), ...upsert.added }
  const { resource, rules = {} } = entry
  const record = (
    before
      ? await updateRecord(inside, resource, rules, before.id as string, input)
      : await createRecord(inside, resource, rules, input)
  ) as AnyRecord
  if (accepted.ignored) warnOfIgnored(entry, inside, accepted.ignored, before, record)
  return { record, isNew: before === undefined }
}

export const stockActionOf = ({ actions }: Pick<Entry, 'actions'>, name: 'create' | 'update'): Action =>
  actions.find((action) => action.name === name && action.isStock)!

const FINDS_MAX = 3

/** Between finding and locking it, another transaction may have deleted the record or given its key away. */
async function lockedRecord(ctx: Context, entry: Entry, key: RecordKey): Promise<AnyRecord | undefined> {
  for (let attempt = 0; attempt < FINDS_MAX; attempt++) {
    const found = await findByKey(ctx.records, entry.resource, key)
    if (!found) return undefined
    const locked = await lockedIfThere(ctx, entry, found.id as string)
    if (locked && isSameKey(key, valueAt(locked, key.field))) return locked
  }
  return undefined
}

async function lockedIfThere(ctx: Context, { resource, rules }: Entry, id: string): Promise<AnyRecord | undefined> {
  try {
    return (await lockRecord(ctx, resource, rules, id)) as AnyRecord
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

function refuseUnless(ctx: Context, entry: Entry, upsert: Upsert, before: AnyRecord | undefined): void {
  const { resource } = entry
  const { key, versions, mustExist, mustBeNew } = upsert
  const sent = sentKey(key, upsert.body)
  if (sent !== undefined && !isSameKey(key, sent)) {
    const message = msg`${fieldName(key.field)} must be "${shorten(key.value)}" as in the address, or be left out.`
    refuseFaults([{ field: key.field, message }])
  }
  if (before) {
    if (mustBeNew) throw recordExists(ctx, entry, key, before)
    if (versions) refuseStale(versions, before as { version: number })
    return
  }
  if (versions || mustExist) throw new Problem('VERSION_MISMATCH', { text: NOTHING_TO_MATCH })
  if (isWritable(keyFieldAt(resource, key.field)!)) return
  const message = msg`${noRecordWith(resource, key).text} It cannot be created under this address, because Kontor sets ${fieldName(key.field)}.`
  throw new Problem('NOT_FOUND', { text: message })
}

function recordExists(
  { actor }: Context,
  { resource }: Entry,
  { field, value }: RecordKey,
  { id }: AnyRecord,
): Problem {
  if (!mayRead(actor, resource)) return new Problem('RECORD_EXISTS')
  const fault = takenFault(resource, field, value, id as string)
  const text = msg`${fault.message} Leave out If-None-Match to change that record.`
  return new Problem('RECORD_EXISTS', { text, details: [fault] })
}

/** What the body says of the key; undefined if nothing. */
export function sentKey({ field }: Pick<RecordKey, 'field'>, body: AnyRecord): unknown {
  const names = field.split('.')
  const partOf = (whole: unknown, name: string) =>
    isObject(whole) && Object.hasOwn(whole, name) ? whole[name] : undefined
  return names.reduce<unknown>(partOf, body)
}

/**
 * The body with the key of the address. A new record needs it. A record that has it needs it only where the body sends the
 * ids of other systems, which are replaced as a whole.
 */
export function withKey(key: RecordKey, body: AnyRecord, isNew: boolean): AnyRecord {
  const replacesIds = systemIn(key.field) !== undefined && body[EXTERNAL_IDS] !== undefined
  if (sentKey(key, body) !== undefined || !(isNew || replacesIds)) return body
  return placed(body, key.field.split('.'), key.value)
}

function placed(body: AnyRecord, [name = '', ...inner]: readonly string[], value: string): AnyRecord {
  if (inner.length === 0) return { ...body, [name]: value }
  const part = body[name] ?? {}
  return isObject(part) ? { ...body, [name]: placed(part, inner, value) } : body
}
