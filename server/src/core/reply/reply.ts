import { PERMITTED } from '../../model/permitted.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import type { Action, Context, File, Result, Warning } from '../action.ts'
import type { Command, Reply } from '../command.ts'
import { type Cursors, listingOf } from '../lists/cursor.ts'
import type { Comparable, Page } from '../lists/list-query.ts'
import type { Entry } from '../rules.ts'
import type { Reads } from '../store.ts'
import { type Creations, permittedOf } from './permitted.ts'
import { dataReply, etagOf, present } from './present.ts'

export interface ReplyParts {
  readonly byName: ReadonlyMap<string, Entry>
  readonly cursors: Cursors
  /** Put before the path in Location headers. */
  readonly origin: string
  readonly creations: Creations
}

/** What an action has resulted in, as the client gets it. */
export async function replyTo(
  parts: ReplyParts,
  { entry, action, command }: { entry: Entry; action: Action; command: Command },
  ctx: Context<Reads>,
  result: Result,
  warnings: readonly Warning[] = [],
): Promise<Reply> {
  const base = { status: action.status, headers: action.sensitive ? { 'cache-control': 'no-store' } : {} }
  if (!result) return { ...base, body: '' }
  if ('problem' in result) throw result.problem
  if ('data' in result) return dataReply(base, action, result.data)
  if ('file' in result) return fileReply(base, result.file)
  if ('page' in result) return { ...base, ...(await pageReply(parts, entry, action, ctx, command, result.page)) }
  const [data] = await presented(parts, entry, ctx, [result.record], command)
  const body = JSON.stringify({ success: true, data, ...(warnings.length > 0 && { meta: { warnings } }) })
  const location = `${parts.origin}/api/v1/${entry.path ?? entry.resource.name}/${result.record.id}`
  const etag = etagOf(entry.resource, result.record, body, command.include !== undefined)
  return { ...base, body, headers: { ...base.headers, etag, ...(action.status === 201 && { location }) } }
}

/** Records as the client sees them, with what it asked for beside their fields. */
async function presented(
  { creations }: ReplyParts,
  entry: Entry,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
  { select, include }: Command,
): Promise<AnyRecord[]> {
  const shown = await present(entry, ctx, records, select)
  if (!include) return shown
  const permitted = await permittedOf(creations, entry, ctx, records)
  return shown.map((record, index) => ({ ...record, [PERMITTED]: permitted[index] }))
}

async function pageReply(
  parts: ReplyParts,
  entered: Entry,
  action: Action,
  entrance: Context<Reads>,
  command: Command,
  { records, hasMore, total }: Page<AnyRecord>,
): Promise<Pick<Reply, 'body' | 'paging'>> {
  const { byName, cursors } = parts
  const { list } = command
  // An action may list records of another resource: they are shown as that resource shows them.
  const of = action.method === 'GET' ? action.of : undefined
  const entry = of ? byName.get(of.resource.name)! : entered
  const ctx = of ? { ...entrance, permission: { can: [], hidden: of.hidden } } : entrance
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
  return { body: JSON.stringify({ success: true, data, meta: paging }), paging }
}

const fileReply = ({ status, headers }: Pick<Reply, 'status' | 'headers'>, file: File): Reply => ({
  status,
  headers: { ...headers, 'content-type': file.type, 'content-disposition': dispositionOf(file) },
  body: '',
  file: file.content,
  ...(file.next && { next: file.next }),
})

/** A name that every header can carry; where that is not the true one, the true one beside it. */
function dispositionOf({ name, isAttachment }: File): string {
  const plain = name.replace(/[^\w .+-]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${isAttachment ? 'attachment' : 'inline'}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`
}
