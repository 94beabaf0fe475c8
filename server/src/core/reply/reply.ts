import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Field, Fields } from '../../model/fields.ts'
import { EXTERNAL_IDS, type ExternalIds, pathOfSystem } from '../../model/keys/external-ids.ts'
import { hasRows } from '../../model/kinds/field-kind.ts'
import { Bounded, onceFor } from '../../model/memo.ts'
import type { Language } from '../../model/message.ts'
import { PERMITTED } from '../../model/permitted.ts'
import { type AnyRecord, fieldsOf, type Resource, valueAt } from '../../model/resource.ts'
import { isReceived } from '../../model/traits.ts'
import { inLanguage } from '../../texts/written.ts'
import { covers, mayRead } from '../access.ts'
import { type Action, answeredBy, type Context, permissionAnswered, type Result } from '../action.ts'
import type { Command, FollowedReply, Reply } from '../command.ts'
import { type Cursors, listingOf } from '../lists/cursor.ts'
import type { Comparable, Page } from '../lists/list-query.ts'
import { totalsOf } from '../lists/list-totals.ts'
import { makerOf, type Shape } from '../literal.ts'
import { transitionsOf } from '../moves.ts'
import type { Entry, Rules } from '../rules.ts'
import type { Reads } from '../store.ts'
import type { Warning } from '../warnings.ts'
import type { Effect } from './effects.ts'
import { expanded } from './expand.ts'
import { fileReply } from './file-reply.ts'
import { type Creations, permittedOf } from './permitted.ts'
import { overlaps } from './revealed.ts'

/** The visible fields of a record. */
export interface View {
  /** Whether it has computed fields. */
  readonly isComputed: boolean
  /** The record as it is seen, its fields in the order of the declaration. */
  show(record: AnyRecord, computed: AnyRecord): AnyRecord
}

type Paths = readonly string[] | undefined

const VIEWS_MAX = 500
const viewsOf = onceFor((_: Resource) => new Bounded<View>(VIEWS_MAX))

/** Without secret and hidden fields, and fields that were not selected. Computed once for each set of visible fields. */
export function viewOf(resource: Resource, hidden: Paths, select: Paths): View {
  const views = viewsOf(resource)
  const key = `${hidden?.join()} of ${select?.join()}`
  return views.get(key) ?? views.keep(key, newView(resource, hidden, select))
}

function newView(resource: Resource, hidden: Paths, select: Paths): View {
  const fields = fieldsOf(resource)
  const names = Object.keys(fields).filter(
    (name) => isReceived(fields[name]!) && !covers(hidden, name) && isSelected(select, name),
  )
  const shape: { [name: string]: string } = {}
  const strippers: { [name: string]: unknown } = {}
  for (const name of names) {
    const value = `${fields[name]!.options.computed ? 'computed' : 'record'}[${JSON.stringify(name)}]`
    const strip = stripperOf(name, fields[name]!, hidden, select)
    const call = `strip${Object.keys(strippers).length}`
    shape[name] = strip ? `${call}(${value})` : value
    if (strip) strippers[call] = strip
  }
  return {
    isComputed: names.some((name) => fields[name]!.options.computed),
    show: makerOf(['record', 'computed'], shape, strippers),
  }
}

/** Whether a field, or a part of it, was asked for. */
export const isSelected = (select: Paths, path: string): boolean =>
  select?.some((selected) => overlaps(selected, path)) ?? true

/**
 * Leaves out the parts of a group or of lines that are secret, hidden or not selected: `address.city`, `items.rate`. A line
 * always shows its id, as a record does.
 */
function stripperOf(
  name: string,
  field: Field,
  hidden: Paths,
  select: Paths,
): ((value: unknown) => unknown) | undefined {
  if (name === EXTERNAL_IDS && select && !select.includes(name)) return (ids) => selectedIds(ids as ExternalIds, select)
  const parts: Fields = field.options.fields ?? {}
  const isSeen = (part: string) => {
    const path = `${name}.${part}`
    if (covers(hidden, path)) return false
    return parts[part] ? isReceived(parts[part]) && isSelected(select, path) : true
  }
  const all = hasRows(field) ? ['id', ...Object.keys(parts)] : Object.keys(parts)
  if (all.every(isSeen)) return undefined
  const shape: Shape = Object.fromEntries(all.filter(isSeen).map((part) => [part, `part[${JSON.stringify(part)}]`]))
  const strip = makerOf<(part: unknown) => unknown>(['part'], shape)
  return (value) => (Array.isArray(value) ? value.map(strip) : strip(value))
}

const selectedIds = (ids: ExternalIds, select: readonly string[]): ExternalIds =>
  Object.fromEntries(Object.entries(ids).filter(([system]) => select.includes(pathOfSystem(system))))

/** Turns stored records into what this caller may see: computed fields in, secret and hidden fields out. */
export async function present(
  { resource, rules }: Entry,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
  select?: readonly string[],
): Promise<AnyRecord[]> {
  const view = viewOf(resource, ctx.permission.hidden, select)
  // Fields that were not asked for are not computed.
  const isWanted = view.isComputed && records.length > 0 && rules
  const computed = isWanted ? await computedFields(resource, rules, ctx, records, select) : undefined
  return records.map((record, index) => view.show(record, computed?.[index] ?? record))
}

async function computedFields(
  resource: Resource,
  rules: Rules,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
  select?: readonly string[],
): Promise<AnyRecord[] | undefined> {
  if (!rules.compute && !rules.lifecycle) return undefined
  const computed = await rules.compute?.(ctx, records as never)
  const isMovable = rules.lifecycle && (!select || select.includes('allowedTransitions'))
  const transitions = isMovable && (await transitionsOf(ctx, resource, rules.lifecycle!, records as never))
  return records.map((_, index) => ({
    ...computed?.[index],
    ...(transitions && { allowedTransitions: transitions[index] }),
  }))
}

/**
 * The version of the record, which is all that If-Match compares, and a digest of what is shown: figures, computed fields and
 * the rights of the reader change without a new version, and no client may be told that its copy is current. A checksum is
 * enough: it always differs where some neighbouring digits do, and costs a third of a cryptographic digest.
 */
const etagOf = ({ version }: AnyRecord, shown: string): string =>
  `"${version}-${crc32(shown).toString(36)}-${shown.length.toString(36)}"`

/** What is read and is no record has no version: its tag is a digest of what is answered. */
export const isTagged = (action: Action): boolean =>
  action.method === 'GET' && action.output !== undefined && !action.sensitive && !action.isFollowed

export function dataReply(
  base: Pick<Reply, 'status' | 'headers'>,
  action: Action,
  { data, meta }: { readonly data: unknown; readonly meta?: AnyRecord | undefined },
): Reply {
  const body = JSON.stringify({ success: true, data, meta })
  if (action.method === 'GET' && action.isFollowed) return { ...base, body, followed: followedBy(data, meta) }
  if (!isTagged(action)) return { ...base, body }
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  return { ...base, headers: { ...base.headers, etag }, body }
}

const followedBy = (data: unknown, meta: AnyRecord = {}): FollowedReply => ({
  isEmpty: (data as unknown[]).length === 0,
  cursor: meta.cursor as string,
  hasMore: meta.hasMore as boolean,
})

export interface ReplyParts {
  readonly byName: ReadonlyMap<string, Entry>
  readonly cursors: Cursors
  /** Put before the path in Location headers. */
  readonly origin: string
  readonly creations: Creations
}

/** What accompanies the answer to a write. With effects, it was a dry run. */
export interface Beside {
  readonly warnings: readonly Warning[]
  readonly effects?: readonly Effect[]
}

const metaOf = ({ warnings, effects }: Beside, language: Language): AnyRecord | undefined =>
  warnings.length > 0 || effects
    ? {
        ...(warnings.length > 0 && { warnings: warnings.map((warning) => inLanguage(warning, language)) }),
        ...(effects && { dryRun: true, effects }),
      }
    : undefined

/** What an action has resulted in, as the client gets it. */
export async function replyTo(
  parts: ReplyParts,
  { entry: entered, action, command }: { entry: Entry; action: Action; command: Command },
  entrance: Context<Reads>,
  result: Result,
  beside: Beside = { warnings: [] },
): Promise<Reply> {
  const { language } = entrance.actor
  const isDryRun = beside.effects !== undefined
  const status = result && 'status' in result ? (result.status ?? action.status) : action.status
  const base = { status, headers: action.sensitive ? { 'cache-control': 'no-store' } : {} }
  if (!result)
    return isDryRun
      ? dataReply({ ...base, status: 200 }, action, { data: null, meta: metaOf(beside, language) })
      : { ...base, body: '' }
  if ('problem' in result) throw result.problem
  if ('data' in result)
    return dataReply(base, action, isDryRun ? { ...result, meta: metaOf(beside, language) } : result)
  if ('file' in result) return fileReply(base, result.file)
  const { entry, ctx } = answering(parts, entered, action, entrance)
  if ('page' in result) return { ...base, ...(await pageReply(parts, entry, ctx, command, result.page)) }
  const isSeen = action.method === 'GET' || mayRead(ctx.actor, entry.resource)
  const [data] = isSeen
    ? await presented(parts, entry, ctx, [result.record], command)
    : [acknowledged(entry.resource, ctx, result.record)]
  const shown = JSON.stringify(isDryRun ? withoutSecrets(entry.resource, data!) : data)
  const meta = metaOf(beside, language)
  const body = `{"success":true,"data":${shown}${meta ? `,"meta":${JSON.stringify(meta)}` : ''}}`
  // A dry run leaves nothing that could be found at an address, or be at a version.
  if (isDryRun) return { ...base, body }
  const location = `${parts.origin}/api/v1/${entry.path ?? entry.resource.name}/${result.record.id}`
  const etag = etagOf(result.record, shown)
  return { ...base, body, headers: { ...base.headers, etag, ...(status === 201 && { location }) } }
}

/** Records of another resource are shown as that resource shows them. */
function answering({ byName }: ReplyParts, entry: Entry, action: Action, ctx: Context<Reads>) {
  const isOwn = !(action.method === 'GET' ? action.of : action.creates)
  if (isOwn) return { entry, ctx }
  const permission = permissionAnswered(ctx.actor, action, ctx.permission)
  return { entry: byName.get(answeredBy(entry.resource, action).name)!, ctx: { ...ctx, permission } }
}

/** A secret that a dry run has made is good for nothing, and must not be taken for a real one. */
const withoutSecrets = (resource: Resource, record: AnyRecord): AnyRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !fieldsOf(resource)[name]?.options.shownOnce))

/** What a write is answered with where the actor may not read: which record it is, and what is never shown again. */
export function acknowledged(resource: Resource, { permission }: Context<Reads>, record: AnyRecord): AnyRecord {
  const shown = Object.entries(fieldsOf(resource)).filter(
    ([name, { options }]) =>
      (name === 'id' || name === 'version' || options.shownOnce) && !covers(permission.hidden, name),
  )
  return Object.fromEntries(shown.map(([name]) => [name, record[name]]))
}

/** Records as the client sees them, with what it asked for beside their fields. */
async function presented(
  { byName, creations }: ReplyParts,
  entry: Entry,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
  { select, include, expand }: Command,
): Promise<AnyRecord[]> {
  const plain = await present(entry, ctx, records, select)
  const shown = expand ? await expanded(byName, entry.resource, ctx, plain, expand, present) : plain
  if (!include?.includes(PERMITTED)) return shown
  const permitted = await permittedOf(creations, entry, ctx, records)
  return shown.map((record, index) => ({ ...record, [PERMITTED]: permitted[index] }))
}

async function pageReply(
  parts: ReplyParts,
  entry: Entry,
  ctx: Context<Reads>,
  command: Command,
  { records, hasMore, total }: Page<AnyRecord>,
): Promise<Pick<Reply, 'body' | 'paging'>> {
  const { cursors } = parts
  const { list } = command
  const { page, perPage, sort } = list!
  const last = records.at(-1)
  const position = last && { value: valueAt(last, sort) as Comparable, id: last.id as string }
  const nextCursor = hasMore && position ? cursors.seal(position, listingOf(entry.resource.name, list!)) : null
  const totalPages = total === undefined || page === undefined ? undefined : Math.ceil(total / perPage)
  const paging = {
    ...(page !== undefined && { page }),
    perPage,
    ...(total !== undefined && { total }),
    ...(totalPages !== undefined && { totalPages }),
    nextCursor,
    hasMore,
  }
  const data = await presented(parts, entry, ctx, records, command)
  const meta = { ...paging, ...(command.include && (await totalsOf(entry, ctx, list!, command.include))) }
  return { body: JSON.stringify({ success: true, data, meta }), paging }
}
