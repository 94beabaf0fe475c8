import type { Fields } from '../model/fields.ts'
import { inEnglish, msg } from '../model/message.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import { timeText } from '../model/text.ts'
import { type Actor, authorise, type CurrentActor, permissionOn } from './access.ts'
import type { Action, Context, Preparation } from './action.ts'
import { withKey } from './by-key/upsert.ts'
import type { Command, Executor, IdempotencyKey, Reply, Writer } from './command.ts'
import { idempotentReplies, recall, remember, replyIdOf } from './idempotency.ts'
import { isByKey, missingReferences, referencesIn, settledInput } from './input/accept-input.ts'
import { warnOfIgnored } from './input/read-only-values.ts'
import { namingExisting } from './input/taken-value.ts'
import { NOTHING_TO_MATCH, refuseStale } from './input/versions.ts'
import type { Cursors } from './lists/cursor.ts'
import type { MailChannel } from './mail/channel.ts'
import { Problem, refuseBlocked, refuseFaults } from './problem.ts'
import { creationsAmong } from './reply/permitted.ts'
import { redactedProblem, revealsHidden } from './reply/redaction.ts'
import { type ReplyParts, replyTo } from './reply/reply.ts'
import type { Entry } from './rules.ts'
import type { DeclaredRecords, Reads, RequestScope, Store } from './store.ts'
import type { Warning } from './warnings.ts'

export interface ExecutorParts {
  readonly entries: readonly Entry[]
  readonly store: Store
  readonly cursors: Cursors
  readonly currentActor: CurrentActor
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Put before the path in Location headers. */
  readonly origin: string
  readonly mail?: MailChannel
  /** Carries out what writes, where that is not done here. */
  readonly writer?: Writer
  /** Is shown every write that a client has asked for. */
  readonly watchWrite?: (write: Promise<Reply>) => Promise<Reply>
}

/** What every step of a command needs to know. */
interface Step {
  readonly command: Command & { readonly permission: Permission }
  readonly entry: Entry
  readonly action: Action
  readonly scope: RequestScope
  readonly warnings: Warning[]
  readonly base: Pick<Context, 'actor' | 'permission' | 'now' | 'mail' | 'warn'>
}

/** The only way in which anything happens: authorise, then read; or prepare, and commit in one transaction. */
export class CommandExecutor implements Executor, Writer {
  readonly #parts: ExecutorParts
  readonly #replies: ReplyParts

  constructor(parts: ExecutorParts) {
    this.#parts = parts
    const byName = new Map(parts.entries.map((entry) => [entry.resource.name, entry]))
    const creations = creationsAmong(parts.entries)
    this.#replies = { byName, creations, cursors: parts.cursors, origin: parts.origin }
  }

  execute(command: Command): Promise<Reply> {
    return this.#redacted(command, this.#execute(command))
  }

  commit(command: Command): Promise<Reply> {
    return this.#redacted(command, this.#commit(command))
  }

  /** A refusal tells nothing that the actor may not read. */
  #redacted({ actor, resource }: Pick<Command, 'actor' | 'resource'>, work: Promise<Reply>): Promise<Reply> {
    return work.catch((error) => {
      const asked = this.#replies.byName.get(resource)?.resource
      throw error instanceof Problem ? redactedProblem(actor, error, asked) : error
    })
  }

  /** A command that was authorised when its body was read is not authorised again. */
  #begin(command: Command): Step {
    const entry = this.#replies.byName.get(command.resource)!
    const action = entry.actions.find(({ name }) => name === command.action)!
    const { actor } = command
    const permission = command.permission ?? authorise(actor, entry.resource, action)
    const now = timeText(this.#parts.clock())
    const warnings: Warning[] = []
    const warn = (warning: Warning) => addWarning(warnings, redactedWarning(actor, warning, entry.resource))
    const scope = scopeOfRequest(command, now, entry.resource)
    const { mail } = this.#parts
    return {
      command: { ...command, permission },
      entry,
      action,
      scope,
      warnings,
      base: { actor, permission, now, warn, ...(mail && { mail }) },
    }
  }

  async #execute(command: Command): Promise<Reply> {
    const step = this.#begin(command)
    if (step.action.method === 'GET') return this.#read(step)
    if (command.faults) await this.#refuseFaulty(step)
    if (!step.action.prepare) return this.#send(step.command)
    const key = keyOf(step)
    const kept = key && (await this.#parts.store.write(step.scope, (records) => recall({ ...step.base, records }, key)))
    if (kept) return kept // a repeated request need not be prepared again
    return this.#send(await this.#prepare(step))
  }

  /** A body without references costs no query. */
  async #refuseFaulty({ scope, action, command }: Step): Promise<void> {
    const { actor } = command
    if (referencesIn(action.input, command.input).length === 0) refuseFaults(command.faults!)
    await this.#parts.store.read(scope, (records) => settledInput({ actor, records }, action.input, command))
  }

  #read(step: Step): Promise<Reply> {
    return this.#parts.store.read(step.scope, async (records) => {
      const ctx = { ...step.base, records }
      await refuseIfBlocked(step, ctx)
      return replyTo(this.#replies, step, ctx, await step.action.run(ctx as Context, callOf(step.command)))
    })
  }

  /** Preparing may take long, and the rights of the actor may be withdrawn meanwhile: they are looked up again. */
  async #prepare({ command, entry, action, scope, base }: Step): Promise<Command> {
    const { store, cursors, currentActor } = this.#parts
    const key = keyOf({ command, action })
    const performNow = async (order: Order) =>
      this.#execute({ ...order, actor: await currentActor(base.actor), ...partOf(key, order) })
    const perform = (order: Order) => this.#redacted({ ...order, actor: command.actor }, performNow(order))
    const ctx: Preparation = { ...base, records: store.reads(scope), id: command.id, cursors, perform }
    await refuseIfBlocked({ entry, action, command }, ctx)
    const input = await (action as Preparing).prepare(ctx, command.input)
    const actor = await currentActor(base.actor)
    return { ...command, actor, permission: authorise(actor, entry.resource, action), input }
  }

  /** To the thread that writes, if there is one. */
  #send(command: Command): Promise<Reply> {
    const { writer, watchWrite = (write) => write } = this.#parts
    return watchWrite(writer ? writer.commit(command) : this.#commit(command))
  }

  async #commit(command: Command, attempt = 1): Promise<Reply> {
    const step = this.#begin(command)
    const write = this.#parts.store.write(
      step.scope,
      (records) => this.#write(step, { ...step.base, records }),
      declaredBy(step),
    )
    const outcome = await write.catch((error) => {
      // Another transaction has created the record meanwhile: now it is found.
      const isLate = step.action.isUpsert && error instanceof Problem && error.taken
      return isLate && attempt < UPSERT_ATTEMPTS ? this.#commit(command, attempt + 1) : this.#refused(step, error)
    })
    if (outcome instanceof Problem) throw outcome
    return outcome
  }

  async #refused({ command, entry, scope }: Step, error: unknown): Promise<never> {
    if (!(error instanceof Problem)) throw error
    const { key, input } = command
    const body = key ? withKey(key, input.body as AnyRecord, true) : input
    const refused = { ...command, input: body, resource: entry.resource }
    throw await namingExisting(refused, error, (find) => this.#parts.store.read(scope, find))
  }

  /** All that happens inside the transaction. It may be run again after a conflict. */
  async #write(step: Step, ctx: Context): Promise<Reply | Problem> {
    const { entry, action, command, warnings } = step
    warnings.length = 0
    const key = keyOf(step)
    const kept = key && (await recall(ctx, key))
    if (kept) return kept
    if (command.versions && !action.isUpsert) await refuseOtherVersions(entry, command, ctx)
    const fields = checkedFields(action)
    const input = fields ? await settledInput(ctx, fields, command) : command.input
    const refuseMissing = async () => {
      if (fields) refuseFaults(await missingReferences(ctx.records, fields, input))
    }
    // What was prepared has begun already, and was checked before it did.
    if (!('prepare' in action)) await refuseIfBlocked(step, ctx)
    const before = await beforeIgnoring(step, ctx)
    const result = await action.run(ctx, callOf({ ...command, input })).catch(async (error) => {
      // A record that the body names may have been deleted since: that is a fault of the body, not of the address.
      if (error instanceof Problem && error.code === 'NOT_FOUND') await refuseMissing()
      throw error
    })
    if (result && 'problem' in result) return result.problem
    if (command.ignored && result && 'record' in result)
      warnOfIgnored(entry, ctx, command.ignored, before, result.record)
    const reply = await replyTo(this.#replies, step, ctx, result, warnings)
    if (key) await remember(ctx, key, reply)
    return reply
  }
}

const UPSERT_ATTEMPTS = 3

/** The fields that the input was checked against. An upsert checks its body itself, once it knows what it is to do. */
const checkedFields = ({ input, isUpsert }: Action): Fields | undefined => (isUpsert ? undefined : input)

type Preparing = { prepare: NonNullable<Extract<Action, { prepare?: unknown }>['prepare']> }

/** What is answered with a secret is not kept for a repeated request. */
const keyOf = ({ command, action }: Pick<Step, 'command' | 'action'>): IdempotencyKey | undefined =>
  action.sensitive ? undefined : command.idempotency

async function refuseOtherVersions(
  { resource }: Entry,
  { id, versions }: Command,
  { records }: Context,
): Promise<void> {
  if (id === '') throw new Problem('VERSION_MISMATCH', { text: NOTHING_TO_MATCH })
  refuseStale(versions!, await records.lock(resource, id))
}

/** An action on one record may not be possible in its present state. Where the action writes, the record stays locked. */
async function refuseIfBlocked({ entry, action, command }: Blockable, ctx: Context | Context<Reads>): Promise<void> {
  if (!action.blocker) return
  const { records } = ctx
  const { resource } = entry
  const record = await ('lock' in records ? records.lock(resource, command.id) : records.get(resource, command.id))
  refuseBlocked(await action.blocker(record, ctx))
}

type Blockable = Pick<Step, 'entry' | 'action' | 'command'>

/** The record before a write that ignores some of the sent values; a new record has none. */
const beforeIgnoring = async ({ entry, command: { ignored, id } }: Step, { records }: Context) =>
  ignored && id !== '' ? ((await records.get(entry.resource, id)) as AnyRecord) : undefined

/** Each step of a request may find the same; it is told once. */
function addWarning(warnings: Warning[], added: Warning): void {
  const text = inEnglish(added.message)
  const isSame = ({ code, field, message }: Warning) =>
    code === added.code && field === added.field && inEnglish(message) === text
  if (!warnings.some(isSame)) warnings.push(added)
}

/** A warning is of use even without numbers that the role of the actor does not see. */
const redactedWarning = (actor: Actor, { code, field, message, reveals = [] }: Warning, asked: Resource): Warning => ({
  code,
  ...(field !== undefined && { field }),
  message: revealsHidden(actor, { reveals }, asked) ? msg`Your role does not see the details of this.` : message,
})

/** The records that a command names: it will most likely lock the one in its address and read those in its body. */
function declaredBy({ entry, action, command }: Step): DeclaredRecords {
  const { id, input, actor, idempotency } = command
  const { resource, alwaysReads = [] } = entry
  const fields = action.method === 'GET' ? undefined : checkedFields(action)
  const named = fields ? referencesIn(fields, input).filter((reference) => !isByKey(reference)) : []
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

const callOf = ({ id, input, list, select, key, versions, mustExist, mustBeNew }: Command) => ({
  id,
  input,
  ...(key && { key, ...(versions && { versions }), ...(mustExist && { mustExist }), ...(mustBeNew && { mustBeNew }) }),
  ...(list && { list }),
  ...(select && { select }),
})

const scopeOfRequest = ({ actor, action }: Command, now: string, entered: Resource): RequestScope => ({
  now,
  trace: { actor, operation: `${entered.name}.${action}` },
  userId: actor.userId,
  ownOnly: (resource) => resource.name === entered.name && permissionOn(actor.permissions, resource).own === true,
  namesOwnOnly: (resource) => permissionOn(actor.permissions, resource).own === true,
})
