import { hash } from 'node:crypto'
import { type Actor, refuseHidden } from '../../core/access.ts'
import { type Action, answeredBy, canDryRun, DRY_RUN, isListing, permissionAnswered } from '../../core/action.ts'
import type { Trail } from '../../core/audit/trail.ts'
import { keyIn } from '../../core/by-key/record-key.ts'
import type { Command, Executor, IdempotencyKey, Reply } from '../../core/command.ts'
import { innerRefusal } from '../../core/execution/batch-problems.ts'
import { IDEMPOTENCY_KEY_MAX } from '../../core/execution/idempotency.ts'
import { isAny, versionsIn } from '../../core/execution/step.ts'
import { type AcceptedInput, acceptInput } from '../../core/input/accept-input.ts'
import type { Cursors } from '../../core/lists/cursor.ts'
import { invalid, joined, type Pair, shown } from '../../core/lists/parameters.ts'
import { takeExpand } from '../../core/lists/parse-expand.ts'
import { parseList, parseSelection, refusePaging, takeIncludes } from '../../core/lists/parse-list.ts'
import { Problem } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import type { Cancellation } from '../../core/store.ts'
import { isObject } from '../../model/input.ts'
import { msg, recordName } from '../../model/message.ts'
import { type AnyRecord, scalarsOf } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { canonicalJson } from '../../model/text.ts'
import { readQuery } from '../parse-request.ts'

/** The form of an id; anything else cannot exist, and costs no query. */
const ID = /^[\w-]{0,64}$/
const FORBIDDEN = 403

/** What a client asks of an action, as it was sent. */
export interface Asked {
  readonly actor: Actor
  /** The actor was authorised for the action, with this result. */
  readonly permission: Permission
  /** Of the record in the address. */
  readonly id?: string | undefined
  /** The field and the value in the address, where these name the record. */
  readonly field?: string | undefined
  readonly value?: string | undefined
  readonly pairs: readonly Pair[]
  readonly body: unknown
  /** The same Idempotency-Key must come with the same method, address and body. */
  readonly method: string
  readonly url: string
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly idempotencyKey?: string | readonly string[] | undefined
}

/** Reads and checks what a client has sent. Throws its faults. */
export type CommandFor = (entry: Entry, action: Action, asked: Asked) => Command

interface CommandParts {
  readonly entries: readonly Entry[]
  readonly cursors: Cursors
}

/** From what a request has sent to a command; an operation of a batch becomes one in `features/batch/operations.ts`. */
export function createCommandFor({ entries, cursors }: CommandParts): CommandFor {
  const elsewhere = choicesByName(entries)
  return ({ resource }, action, asked) => {
    const { actor, permission, pairs } = asked
    const query = readParameters({ cursors, elsewhere, resource, action, actor, permission }, pairs)
    const { id = action.recordId ?? '', field, value = '' } = asked
    if (!ID.test(id)) throw new Problem('NOT_FOUND', { text: msg`There is no ${recordName(resource)} with this id.` })
    const sent = inputOf(asked, action, query)
    const isDryRun = 'dryRun' in query || action.asksForDryRun?.(sent.input)
    return {
      resource: resource.name,
      action: action.name,
      actor,
      permission,
      id,
      ...(field !== undefined && { key: keyIn(resource, permission, field, value) }),
      ...sent,
      ...(isDryRun && { dryRun: true }),
      ...('list' in query && { list: query.list }),
      ...('select' in query && query.select && { select: query.select }),
      ...('include' in query && query.include.length > 0 && { include: query.include }),
      ...('expand' in query && query.expand.length > 0 && { expand: query.expand }),
      ...optionsOf(asked, action),
    }
  }
}

interface QueryParts extends Pick<CommandParts, 'cursors'> {
  readonly elsewhere: (field: string) => ReadonlySet<string>
  readonly resource: Entry['resource']
  readonly action: Action
  readonly actor: Actor
  readonly permission: Permission
}

const NOTHING_ASKED = { include: [], expand: [], select: undefined }

/** The query of a list, of a record, or of an action that has parameters of its own. */
function readParameters(parts: QueryParts, asked: readonly Pair[]) {
  const { cursors, elsewhere, resource, action, actor, permission } = parts
  if (action.method !== 'GET') {
    if (action.query) return { input: readQuery(action.query, asked) }
    refuseParameters(asked.filter(([name]) => name !== DRY_RUN))
    return readDryRun(action, asked)
  }
  if (asked.length === 0 && !isListing(action) && !action.query) return NOTHING_ASKED
  const { include, rest } = takeIncludes(action, asked)
  const { expand, rest: pairs } = takeExpand(resource, action, permission, rest)
  if (action.parameters === 'whole-list') refusePaging(pairs)
  if (isListing(action)) {
    const seen = permissionAnswered(actor, action, permission)
    const isOwn = ([name]: Pair) => action.query !== undefined && Object.hasOwn(action.query, name)
    const ofList = pairs.filter((pair) => !isOwn(pair))
    const isTable = action.parameters === 'whole-list'
    const { list, select } = parseList(answeredBy(resource, action), ofList, seen, cursors, elsewhere, isTable)
    const input = action.query && readQuery(action.query, pairs.filter(isOwn))
    return { include, expand, list, select: withExpanded(select, expand), ...(input && { input }) }
  }
  if (action.query) return { input: readQuery(action.query, pairs) }
  const select = readSelection(resource, action, permission, pairs)
  return { include, expand, select: withExpanded(select, expand) }
}

/** An id that is expanded is answered, whatever `fields` selects. */
const withExpanded = (select: readonly string[] | undefined, expand: readonly string[]) =>
  select && [...new Set([...select, ...expand])]

/** The only parameter of writes. */
function readDryRun(action: Action, asked: readonly Pair[]): Pick<Command, 'dryRun'> {
  if (asked.length === 0) return {}
  const [pair] = joined(asked, () => false)
  if (!canDryRun(action))
    throw invalid(DRY_RUN, msg`A dry run of this action is not possible. Send the request without dryRun.`)
  const [, value] = pair!
  if (value !== 'true' && value !== 'false')
    throw invalid(DRY_RUN, msg`dryRun must be true or false, not ${shown(value)}.`)
  return value === 'true' ? { dryRun: true } : {}
}

function refuseParameters([unknown]: readonly Pair[]): void {
  if (unknown) throw invalid(unknown[0], msg`There is no parameter ${shown(unknown[0])} here.`)
}

function readSelection(resource: Entry['resource'], action: Action, permission: Permission, pairs: readonly Pair[]) {
  const takesFields = action.method === 'GET' && action.parameters === 'record'
  refuseParameters(pairs.filter(([name]) => !(takesFields && name === 'fields')))
  const [fields] = joined(pairs, () => true)
  const select = parseSelection(resource, fields?.[1])
  if (select) refuseHidden(permission, select)
  return select
}

function inputOf({ body, permission }: Asked, action: Action, query: object): AcceptedInput {
  if (action.input) return readBody(body, action, permission)
  const input = 'input' in query ? (query.input as AnyRecord) : {}
  return { input: action.consumes ? { ...input, ...(body as AnyRecord) } : input }
}

function readBody(body: unknown, action: Action, permission: Permission): AcceptedInput {
  if (!isObject(body)) throw new Problem('INVALID_JSON', { text: msg`Send a JSON object as the body.` })
  return action.isUpsert ? { input: { body } } : acceptInput(body, action, permission)
}

type Options = Pick<Command, 'versions' | 'mustExist' | 'mustBeNew' | 'idempotency'>

/** What the client opted into by headers. */
function optionsOf(asked: Asked, action: Action): Options {
  if (action.method === 'GET') return {}
  const versions = versionsIn(asked.ifMatch)
  const idempotency = idempotencyKeyOf(asked)
  return {
    ...(versions && { versions }),
    ...(action.isUpsert && isAny(asked.ifMatch) && { mustExist: true }),
    ...(action.isUpsert && isAny(asked.ifNoneMatch) && { mustBeNew: true }),
    ...(idempotency && { idempotency }),
  }
}

function idempotencyKeyOf({ idempotencyKey: key, method, url, body }: Asked): IdempotencyKey | undefined {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > IDEMPOTENCY_KEY_MAX) {
    throw new Problem('BAD_REQUEST', {
      text: msg`The Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_MAX} characters.`,
    })
  }
  return { key, fingerprint: hash('sha256', `${method} ${url}\n${canonicalJson(body) ?? ''}`) }
}

/** Values that any resource gives a choice field of a certain name: `status=unpaid` is understood on every list. */
function choicesByName(entries: readonly Entry[]): (field: string) => ReadonlySet<string> {
  const known = new Map<string, Set<string>>()
  for (const { resource } of entries) {
    for (const [path, { options }] of scalarsOf(resource.fields)) {
      const values = known.get(path) ?? new Set()
      for (const choice of [...(options.choices ?? []), ...(options.alsoFilter ?? [])]) values.add(choice)
      known.set(path, values)
    }
  }
  const none: ReadonlySet<string> = new Set()
  return (field) => known.get(field) ?? none
}

/** A request for an action, as the audit log tells of it. */
export interface Attempt {
  readonly entry: Entry
  readonly action: Action
  readonly actor: Actor
  /** Of the record that it names. */
  readonly id: string | undefined
}

/** Refused attempts are recorded in the audit log, before the client is told. Returns what is to be thrown. */
export async function recorded(trail: Trail, attempt: Attempt, error: unknown): Promise<unknown> {
  const refusal = error instanceof Problem ? innerRefusal(error) : undefined
  if (refusal?.status === FORBIDDEN) await recordRefusal(trail, attempt, refusal)
  return error
}

export function recordRefusal(trail: Trail, { entry, action, actor, id }: Attempt, problem: Problem): Promise<void> {
  const { name: resource } = entry.resource
  const recordId = id !== undefined && ID.test(id) ? id : null
  return trail.refused(actor, `${resource}.${action.name}`, { resource, recordId }, problem)
}

interface Carrying {
  readonly executor: Executor
  readonly trail: Trail
}

/** Carries out a command. Some reads are recorded in the audit log, with the query of their address. */
export function carryOut(
  { executor, trail }: Carrying,
  action: Action,
  command: Command,
  url: string,
  onCancel?: Cancellation,
): Promise<Reply> {
  const reply = executor.execute(command, onCancel)
  if (action.method !== 'GET' || !action.auditRead) return reply
  const query = url.split('?')[1] ?? ''
  return reply.then(async (answer) => {
    await trail.read(command.actor, command.resource, command.action, query)
    return answer
  })
}
