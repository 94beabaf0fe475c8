import { timeText } from '../model/text.ts'
import { authorise, type CurrentActor } from './access.ts'
import type { Action, Context, MailChannel, Order, Preparation } from './action.ts'
import type { Command, Executor, Reply, Writer } from './command.ts'
import { failedAt } from './execution/batch-problems.ts'
import { remember } from './execution/idempotency.ts'
import { replayed } from './execution/replay.ts'
import {
  addWarning,
  beforeIgnoring,
  callOf,
  checkedFields,
  declaredBy,
  keyOf,
  partOf,
  redactedWarning,
  refusedInput,
  refuseIfBlocked,
  refuseOtherVersions,
  type Step,
  scopeOfRequest,
} from './execution/step.ts'
import { moveAway, type UnseenValue, unseenValues } from './execution/unseen-values.ts'
import { missingReferences, referencesIn, settledInput } from './input/accept-input.ts'
import { warnOfIgnored } from './input/read-only-values.ts'
import { namingExisting } from './input/taken-value.ts'
import type { Cursors } from './lists/cursor.ts'
import { Problem, type ProblemCode, refuseFaults } from './problem.ts'
import { type Effect, effectsFor } from './reply/effects.ts'
import { creationsAmong } from './reply/permitted.ts'
import { redactedProblem } from './reply/redaction.ts'
import { type ReplyParts, replyTo } from './reply/reply.ts'
import type { Entry } from './rules.ts'
import type { Cancellation, Store } from './store.ts'
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
  /** The disk of the database. */
  readonly storage?: { readonly isLow: boolean }
  /** Is shown every write that a client has asked for. */
  readonly watchWrite?: (write: Promise<Reply>) => Promise<Reply>
}

/** The only way in which anything happens: authorise, then read; or prepare, and commit in one transaction. */
export class CommandExecutor implements Executor, Writer {
  readonly #parts: ExecutorParts
  readonly #replies: ReplyParts
  readonly #actions: ReadonlyMap<string, ReadonlyMap<string, Action>>

  constructor(parts: ExecutorParts) {
    this.#parts = parts
    const byName = new Map(parts.entries.map((entry) => [entry.resource.name, entry]))
    const named = (actions: readonly Action[]) => new Map(actions.map((action) => [action.name, action]))
    this.#actions = new Map(parts.entries.map(({ resource, actions }) => [resource.name, named(actions)]))
    const creations = creationsAmong(parts.entries)
    this.#replies = { byName, creations, cursors: parts.cursors, origin: parts.origin }
  }

  execute(command: Command, onCancel?: Cancellation): Promise<Reply> {
    return this.#redacted(command, this.#execute(command, onCancel))
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
  #begin(command: Command, onCancel?: Cancellation): Step {
    const entry = this.#replies.byName.get(command.resource)!
    const action = this.#actions.get(command.resource)!.get(command.action)!
    const { actor } = command
    const permission = command.permission ?? authorise(actor, entry.resource, action)
    const now = timeText(this.#parts.clock())
    const warnings: Warning[] = []
    const warn = (warning: Warning) => addWarning(warnings, redactedWarning(actor, warning, entry.resource))
    const scope = scopeOfRequest(command, now, entry.resource, onCancel)
    const { mail } = this.#parts
    return {
      command: command.permission ? (command as Step['command']) : { ...command, permission },
      entry,
      action,
      scope,
      warnings,
      within: undefined,
      base: { actor, permission, now, warn, ...(mail && { mail }) },
    }
  }

  async #execute(command: Command, onCancel?: Cancellation): Promise<Reply> {
    const step = this.#begin(command, onCancel)
    if (step.action.method === 'GET') return this.#read(step)
    if (command.faults) await this.#refuseFaulty(step)
    if (this.#parts.storage?.isLow && !step.entry.usesReserve && !command.dryRun)
      throw new Problem('STORAGE_FULL', { retryAfterSeconds: STORAGE_RETRY_SECONDS })
    if (!step.action.prepare) return this.#send(step.command)
    const key = keyOf(step)
    const replay = (records: Context['records']) => replayed(this.#replies, step, { ...step.base, records }, key!)
    const kept = key && (await this.#parts.store.write(step.scope, replay))
    if (kept) return kept // a repeated request need not be prepared again
    const progress = { hasBegun: false }
    try {
      return await this.#send(await this.#prepare(step, onCancel, progress))
    } catch (error) {
      throw progress.hasBegun ? notUndone(error) : error
    }
  }

  /** A body without references costs no query. */
  async #refuseFaulty({ scope, action, command }: Step): Promise<void> {
    const { actor } = command
    if (referencesIn(action.input, command.input).length === 0) refuseFaults(command.faults!, command.omittedFaults)
    await this.#parts.store.read(scope, (records) => settledInput({ actor, records }, action.input, command))
  }

  #read(step: Step): Promise<Reply> {
    return this.#parts.store.read(step.scope, async (records) => {
      const ctx = { ...step.base, records }
      if (step.action.blocker) await refuseIfBlocked(step, ctx)
      return replyTo(this.#replies, step, ctx, await step.action.run(ctx as Context, callOf(step.command)))
    })
  }

  /** Preparing may take long, and the rights of the actor may be withdrawn meanwhile: they are looked up again. */
  async #prepare(
    { command, entry, action, scope, base }: Step,
    onCancel: Cancellation | undefined,
    progress: { hasBegun: boolean },
  ): Promise<Command> {
    const { store, cursors, currentActor } = this.#parts
    const key = keyOf({ command, action })
    const { dryRun } = command
    const effects: (readonly Effect[])[] = []
    const performNow = async (order: Order, part?: number) => {
      const place = effects.push([]) - 1
      const actor = await currentActor(base.actor)
      const reply = await this.#execute({ ...order, actor, ...partOf(key, order, part), ...(dryRun && { dryRun }) })
      if (dryRun) effects[place] = JSON.parse(reply.body).meta.effects
      else progress.hasBegun = true
      return reply
    }
    const perform = (order: Order, part?: number) =>
      this.#redacted({ ...order, actor: command.actor }, performNow(order, part))
    const own = { id: command.id, cursors, perform, ...(onCancel && { onCancel }) }
    const ctx: Preparation = { ...base, records: store.reads(scope), ...own }
    await refuseIfBlocked({ entry, action, command }, ctx)
    const input = await (action as Preparing).prepare(ctx, command.input)
    const actor = await currentActor(base.actor)
    const permission = authorise(actor, entry.resource, action)
    return { ...command, actor, permission, input, ...(dryRun && { effects: effects.flat() }) }
  }

  /** To the thread that writes, if there is one. */
  #send(command: Command): Promise<Reply> {
    const { writer, watchWrite = (write) => write } = this.#parts
    return watchWrite(writer ? writer.commit(command) : this.#commit(command))
  }

  async #commit(command: Command, attempt = 1): Promise<Reply> {
    const step = this.#begin(command)
    const write = command.dryRun ? this.#rehearse(step) : this.#keep(step)
    const outcome = await write.catch((error) => {
      // Another transaction has created the record meanwhile: now it is found.
      const { action } = step.within?.step ?? step
      const isLate = action.isUpsert && error instanceof Problem && error.taken
      return isLate && attempt < UPSERT_ATTEMPTS ? this.#commit(command, attempt + 1) : this.#refused(step, error)
    })
    if (outcome instanceof Problem) throw outcome
    return outcome
  }

  #keep(step: Step): Promise<Reply | Problem> {
    const work = (records: Context['records']) => this.#write(step, { ...step.base, records })
    return this.#parts.store.write(step.scope, work, declaredBy(step))
  }

  /** The same, but it is rolled back once the database has checked what would be written. */
  async #rehearse(step: Step, unseen: readonly UnseenValue[] = []): Promise<Reply | Problem> {
    const { store } = this.#parts
    let outcome: Reply | Problem | undefined
    const work = async (records: Context['records']) => {
      for (const value of unseen) await moveAway(records, step.scope, value)
      outcome = await this.#write(step, { ...step.base, records })
      await records.rehearse()
      throw REHEARSED
    }
    try {
      return await store.write(step.scope, work, declaredBy(step))
    } catch (error) {
      if (error === REHEARSED) return outcome!
      const more = await unseenValues(step, error, unseen, store.read)
      if (more.length === 0) throw error
      return this.#rehearse(step, [...unseen, ...more])
    }
  }

  /** The refusal of an operation of a batch tells which one it is about. */
  async #refused({ command, entry, scope, within }: Step, error: unknown): Promise<never> {
    if (!(error instanceof Problem)) throw error
    if (within && error.status < 500) {
      const { command: inner, entry: asked } = within.step
      const refusal = await this.#refused(within.step, error).catch((problem) => problem)
      throw failedAt(within.index, redactedProblem(inner.actor, refusal, asked.resource))
    }
    const refused = { ...command, input: refusedInput(command), resource: entry.resource }
    throw await namingExisting(refused, error, (find) => this.#parts.store.read(scope, find))
  }

  /** Another command in the transaction of this one, under its own rules. */
  async #performWithin(outer: Step, { records }: Context, index: number, command: Command): Promise<Reply> {
    const step = this.#begin(command)
    const { scope, base } = step
    outer.within = { index, step }
    // So that what the database refuses is known to be of this command.
    const outcome = await records.within(scope).attempt((inner) => this.#write(step, { ...base, records: inner }))
    if (outcome instanceof Problem) throw outcome
    outer.within = undefined
    return outcome
  }

  /** All that happens inside the transaction. It may be run again after a conflict. */
  async #write(step: Step, ctx: Context): Promise<Reply | Problem> {
    const { entry, action, command, warnings } = step
    warnings.length = 0
    step.within = undefined
    const key = keyOf(step)
    const kept = key && (await replayed(this.#replies, step, ctx, key))
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
    const perform = (index: number, inner: Command) => this.#performWithin(step, ctx, index, inner)
    const result = await action.run(ctx, callOf({ ...command, input }), perform).catch(async (error) => {
      // A record that the body names may have been deleted since: that is a fault of the body, not of the address.
      if (error instanceof Problem && error.code === 'NOT_FOUND') await refuseMissing()
      throw error
    })
    if (result && 'problem' in result) return result.problem
    if (command.ignored && result && 'record' in result)
      warnOfIgnored(entry, ctx, command.ignored, before, result.record)
    const effects = command.dryRun && [...(command.effects ?? []), ...effectsFor(ctx.actor, ctx.records.changes())]
    const reply = await replyTo(this.#replies, step, ctx, result, { warnings, ...(effects && { effects }) })
    if (key) await remember(ctx, key, reply)
    return reply
  }
}

const UPSERT_ATTEMPTS = 3
const STORAGE_RETRY_SECONDS = 30

type Preparing = { prepare: NonNullable<Extract<Action, { prepare?: unknown }>['prepare']> }

/** Thrown by a dry run that has succeeded, so that its transaction is rolled back. */
const REHEARSED = new Error('The dry run is rolled back.')

const NOTHING_DONE: ReadonlySet<ProblemCode> = new Set(['UNAVAILABLE', 'OVERLOADED', 'STORAGE_FULL'])

/** What was performed while the command was prepared stays, so the client is not told that nothing was done. */
const notUndone = (error: unknown): unknown =>
  error instanceof Problem && NOTHING_DONE.has(error.code) ? new Problem('OUTCOME_UNKNOWN', { cause: error }) : error
