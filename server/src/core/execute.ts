import { type AnyRecord, type Resource, valueAt } from '../model/resource.ts'
import { timeText } from '../model/time-text.ts'
import { type Actor, authorise, type CurrentActor, permissionOn } from './access.ts'
import type { Action, Context, File, Preparation, Result, Warning } from './action.ts'
import type { Command, Executor, IdempotencyKey, Reply, Writer } from './command.ts'
import { discreetProblem, isIndiscreet } from './discretion.ts'
import { idempotentReplies, recall, remember, replyIdOf } from './idempotency.ts'
import { missingReferences, referencesIn } from './input/references.ts'
import { type Cursors, listingOf } from './lists/cursor.ts'
import type { Comparable, Page } from './lists/list-query.ts'
import { dataReply, etagOf, present } from './present.ts'
import { Problem, refuseFaults } from './problem.ts'
import type { Entry } from './rules.ts'
import type { DeclaredRecords, Frame, Reads, Records, Store } from './store.ts'

export interface ExecutorParts {
  readonly entries: readonly Entry[]
  readonly store: Store
  readonly cursors: Cursors
  readonly currentActor: CurrentActor
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Put before the path in Location headers. */
  readonly origin: string
  /** Carries out what writes, where that is not done here. */
  readonly writer?: Writer
  /** Is shown every write that a client has asked for. */
  readonly watchWrite?: (write: Promise<Reply>) => Promise<Reply>
}

/** The one way in which anything happens: authorise, prepare, open the transaction, run, present, reply. */
export function createExecutor(parts: ExecutorParts): Executor & Writer {
  const { entries, store, cursors, currentActor, clock, origin, writer, watchWrite = (write) => write } = parts
  const byName = new Map(entries.map((entry) => [entry.resource.name, entry]))
  const discreetly = (command: Command, work: Promise<Reply>) =>
    work.catch((error) => {
      throw error instanceof Problem ? discreetProblem(command.actor, error) : error
    })
  return {
    execute: (command) => discreetly(command, execute(command)),
    commit: (command) => discreetly(command, commit(command)),
  }

  /** What every step of a command needs to know. */
  function begun(command: Command) {
    const entry = byName.get(command.resource)!
    const action = entry.actions.find(({ name }) => name === command.action)!
    const { actor } = command
    const permission = authorise(actor, entry.resource, action)
    const now = timeText(clock())
    const frame = frameOf(command, now, entry.resource)
    const warnings: Warning[] = []
    const warn = (warning: Warning) => void warnings.push(toldTo(actor, warning))
    return { entry, action, frame, warnings, base: { actor, permission, now, warn } }
  }

  async function execute(command: Command): Promise<Reply> {
    const { entry, action, frame, base } = begun(command)
    if (action.method === 'GET')
      return store.read(frame, async (records) => {
        const ctx = { ...base, records, act: refuseToAct }
        return replyTo(entry, action, command, ctx, await action.run(ctx, callOf(command)))
      })
    const commitIt = (ready: Command) => watchWrite((writer?.commit ?? commit)(ready))
    if (!action.prepare) return commitIt(command)
    const key = action.sensitive ? undefined : command.idempotency
    const kept = key && (await store.write(frame, (records) => recall({ ...base, records, act: refuseToAct }, key)))
    if (kept) return kept // what is repeated need not be prepared again
    // Preparing may take long, and the rights of the actor may be withdrawn meanwhile.
    const performNow = async (order: Order) =>
      execute({ ...order, actor: await currentActor(base.actor), ...partOf(key, order) })
    const perform = (order: Order) => discreetly(command, performNow(order))
    const ctx = { ...base, records: store.reads(frame), act: refuseToAct, id: command.id, cursors, perform }
    const input = await action.prepare(ctx, command.input)
    return commitIt({ ...command, actor: await currentActor(base.actor), input })
  }

  async function commit(command: Command): Promise<Reply> {
    const { entry, action, frame, base, warnings } = begun(command)
    const work = (records: Records) => {
      warnings.length = 0 // the work may be run again after a conflict
      const ctx: Context = { ...base, records, act: (resource, name, call) => act(ctx, resource, name, call) }
      return write(entry, action, command, ctx, warnings)
    }
    const outcome = await store.write(frame, work, declaredBy(entry, action, command))
    if (outcome instanceof Problem) throw outcome
    return outcome
  }

  /** One thing inside another, in the same transaction. An operation is part of what was allowed; an action is not. */
  async function act(
    ctx: Context,
    resource: Resource,
    name: string,
    { id = '', input = {} }: Parameters<Context['act']>[2],
  ) {
    const { actions, operations = [] } = byName.get(resource.name)!
    const operation = operations.find((candidate) => candidate.name === name)
    if (operation) return operation.run(ctx, id, input)
    const action = actions.find((candidate) => candidate.name === name)!
    const inner: Context = {
      ...ctx,
      permission: authorise(ctx.actor, resource, action),
      act: (...words) => act(inner, ...words),
    }
    const result = await action.run(inner, { id, input })
    return result && 'record' in result ? result.record : {}
  }

  async function write(entry: Entry, action: Action, command: Command, ctx: Context, warnings: readonly Warning[]) {
    const key = action.sensitive ? undefined : command.idempotency
    const kept = key && (await recall(ctx, key))
    if (kept) return kept
    if (command.versions) await refuseStale(entry, command, ctx)
    const refuseMissing = async () => {
      if (action.input) refuseFaults(await missingReferences(ctx.records, action.input, command.input))
    }
    await refuseMissing()
    const result = await action.run(ctx, callOf(command)).catch(async (error) => {
      // What the body names may have been deleted since: that is a fault in the body, not in the address.
      if (error instanceof Problem && error.code === 'NOT_FOUND') await refuseMissing()
      throw error
    })
    if (result && 'problem' in result) return result.problem
    const reply = await replyTo(entry, action, command, ctx, result, warnings)
    if (key) await remember(ctx, key, reply)
    return reply
  }

  async function replyTo(
    entry: Entry,
    action: Action,
    command: Command,
    ctx: Context<Reads>,
    result: Result,
    warnings: readonly Warning[] = [],
  ): Promise<Reply> {
    const base = { status: action.status, headers: action.sensitive ? { 'cache-control': 'no-store' } : {} }
    if (!result) return { ...base, body: '' }
    if ('problem' in result) throw result.problem
    if ('data' in result) return dataReply(base, action, result.data)
    if ('file' in result) return fileReply(base, result.file)
    if ('page' in result)
      return { ...base, ...(await pageReply(...listedBy(entry, action, ctx), command, result.page)) }
    const [data] = await present(entry, ctx, [result.record], command.select)
    const body = JSON.stringify({ success: true, data, ...(warnings.length > 0 && { meta: { warnings } }) })
    const location = `${origin}/api/v1/${entry.path ?? entry.resource.name}/${result.record.id}`
    const etag = etagOf(entry.resource, result.record, body)
    return { ...base, body, headers: { ...base.headers, etag, ...(action.status === 201 && { location }) } }
  }

  /** An action may list records of another resource: then they are shown as that one shows them. */
  function listedBy(entry: Entry, action: Action, ctx: Context<Reads>): [Entry, Context<Reads>] {
    const of = action.method === 'GET' ? action.of : undefined
    return of ? [byName.get(of.resource.name)!, { ...ctx, permission: { can: [], hidden: of.hidden } }] : [entry, ctx]
  }

  async function pageReply(
    entry: Entry,
    ctx: Context<Reads>,
    { list, select }: Command,
    { records, hasMore, total }: Page<AnyRecord>,
  ) {
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
    const data = await present(entry, ctx, records, select)
    return { body: JSON.stringify({ success: true, data, meta: paging }), paging }
  }
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

async function refuseStale({ resource }: Entry, { id, versions }: Command, { records }: Context): Promise<void> {
  if (id === '') throw new Problem('VERSION_MISMATCH', { message: 'There is no record yet that If-Match could match.' })
  const current = await records.lock(resource, id)
  if (versions!.includes(current.version)) return
  throw new Problem('VERSION_MISMATCH', {
    message: `The record has changed since you read it; it is now at version ${current.version}. Read it again and repeat your change.`,
  })
}

/** A warning says what matters even without the numbers that it cannot tell. */
const toldTo = (actor: Actor, { code, message, reveals = [] }: Warning): Warning => ({
  code,
  message: isIndiscreet(actor, { reveals }) ? 'Your role does not see the details of this.' : message,
})

/** The records that a command names: it will most likely lock the one in its address and read those in its body. */
function declaredBy(entry: Entry, action: Action, { id, input, actor, idempotency }: Command): DeclaredRecords {
  const { resource, alwaysReads = [] } = entry
  const named = action.method !== 'GET' && action.input ? referencesIn(action.input, input) : []
  const reads = [...alwaysReads, ...named.map((reference) => ({ resource: reference.target, id: reference.id }))]
  const locks = id === '' ? [] : [{ resource: resource.name, id }]
  if (!idempotency || action.sensitive) return { locks, reads }
  const reply = replyIdOf(actor.userId, idempotency.key)
  return { locks, reads: [...reads, { resource: idempotentReplies.name, id: reply }], claims: [reply] }
}

type Order = Parameters<Preparation['perform']>[0]

/** Each thing that is done for itself under the key of the whole has a key of its own. */
const partOf = (whole: IdempotencyKey | undefined, { action, id }: Order): Pick<Command, 'idempotency'> =>
  whole ? { idempotency: { ...whole, key: `${whole.key}\n${action} ${id}` } } : {}

const refuseToAct = () => {
  throw new Error('What only reads cannot act.')
}

const callOf = ({ id, input, list, select }: Command) => ({
  id,
  input,
  ...(list && { list }),
  ...(select && { select }),
})

const frameOf = ({ actor, action }: Command, now: string, entered: Resource): Frame => ({
  now,
  trace: { actor, operation: `${entered.name}.${action}` },
  userId: actor.userId,
  ownOnly: (resource) => resource.name === entered.name && permissionOn(actor.permissions, resource).own === true,
  namesOwnOnly: (resource) => permissionOn(actor.permissions, resource).own === true,
})
