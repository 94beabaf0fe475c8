import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, authorise, type CurrentActor, refuseHidden } from '../core/access.ts'
import { type Action, isListing, listedBy } from '../core/action.ts'
import type { Trail } from '../core/audit/trail.ts'
import type { Command, Executor, IdempotencyKey, Paging } from '../core/command.ts'
import { piecesOf } from '../core/export/pieces.ts'
import { IDEMPOTENCY_KEY_MAX } from '../core/idempotency.ts'
import { type AcceptedInput, acceptInput } from '../core/input/accept-input.ts'
import type { Cursors } from '../core/lists/cursor.ts'
import { invalid, joined, type Pair, shown } from '../core/lists/parameters.ts'
import { takeExpand } from '../core/lists/parse-expand.ts'
import { parseList, parseSelection, refusePaging, takeIncludes } from '../core/lists/parse-list.ts'
import { Problem } from '../core/problem.ts'
import { versionIn } from '../core/reply/reply.ts'
import type { Entry } from '../core/rules.ts'
import { isObject } from '../model/input.ts'
import { msg, recordName } from '../model/message.ts'
import { type AnyRecord, scalarsOf } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import { canonicalJson } from '../model/text.ts'
import { acceptFiles, refuseOtherTypes } from './accept-files.ts'
import { methodsOf, refuseOtherMethods, urlOf } from './addresses.ts'
import { linksFor, sendFile, sendJson } from './answers/answers.ts'
import { deprecationHeaders, headersOf, tellDeprecation, withDeprecation } from './answers/deprecation.ts'
import { contentOf } from './answers/long-file.ts'
import type { Gate } from './gate.ts'
import { parseQueryString, readQuery } from './parse-request.ts'

export const DEPTH_MAX = 20
const STRANGERS_BODY_LIMIT_BYTES = 16_384
/** The form of an id; anything else cannot exist, and costs no query. */
const ID = /^[\w-]{0,64}$/
const FORBIDDEN = 403
/** A client that has cached a response asks whether it is still current. */
const CHECK_AGAIN = { 'cache-control': 'private, no-cache' }

export interface RouteParts {
  readonly entries: readonly Entry[]
  readonly executor: Executor
  readonly cursors: Cursors
  readonly currentActor: CurrentActor
  readonly gate: Gate
  readonly trail: Trail
  readonly origin: string
}

/** Mounts all actions. */
export function mountRoutes(server: FastifyInstance, parts: RouteParts): void {
  acceptFiles(
    server,
    parts.entries.flatMap(({ actions }) => actions.flatMap(({ consumes = [] }) => consumes)),
  )
  const elsewhere = choicesByName(parts.entries)
  server.decorateRequest('deprecation', null)
  for (const entry of parts.entries) {
    for (const action of entry.actions) {
      const deprecation = deprecationHeaders(entry, action)
      server.route({
        method: methodsOf(action),
        url: urlOf(entry, action),
        ...(action.access === 'public' && { bodyLimit: STRANGERS_BODY_LIMIT_BYTES }),
        ...(action.bodyLimit && { bodyLimit: action.bodyLimit }),
        ...(action.consumes && { config: { consumes: action.consumes } }),
        // Before the body is read: a client without a credential must not send megabytes.
        onRequest: [
          ...(action.deprecated ? [tellDeprecation(() => headersOf([action.deprecated!]))] : []),
          action.access === 'public' ? parts.gate.admitAnyone : parts.gate.admit,
          (request) => recordingRefusals(parts, entry, action, request, async () => allow(entry, action, request)),
          ...(action.consumes ? [refuseOtherTypes(action.consumes)] : []),
        ],
        handler: async (request, reply) => {
          if (!request.wasComplete) await parts.gate.readmit(request)
          if (deprecation) await tellDeprecation(deprecation)(request, reply)
          return recordingRefusals(parts, entry, action, request, () =>
            handle(parts, elsewhere, entry, action, request, reply),
          )
        },
      })
    }
  }
  refuseOtherMethods(server, parts.entries, parts.gate)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the actor may do with the resource of the route, and the actor that this was decided for. */
    allowed: { readonly actor: Actor; readonly permission: Permission } | null
  }
}

/** Decided before the body is read: a large body of a user without the right must not be parsed. */
function allow({ resource }: Entry, action: Action, request: FastifyRequest): void {
  const actor = request.actor!
  request.allowed = { actor, permission: authorise(actor, resource, action) }
}

async function recordingRefusals<T>(
  parts: RouteParts,
  entry: Entry,
  action: Action,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.status === FORBIDDEN) await note(parts, entry, action, request, error)
    throw error
  }
}

/** Refused attempts are recorded in the audit log. */
function note({ trail }: RouteParts, { resource }: Entry, { name }: Action, request: FastifyRequest, error: Problem) {
  const { id = null } = request.params as { id?: string }
  const recordId = id !== null && ID.test(id) ? id : null
  return trail.refused(request.actor!, `${resource.name}.${name}`, { resource: resource.name, recordId }, error)
}

async function handle(
  parts: RouteParts,
  elsewhere: (field: string) => ReadonlySet<string>,
  entry: Entry,
  action: Action,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { executor, trail, origin } = parts
  const { resource } = entry
  const actor = request.actor!
  if (request.allowed?.actor !== actor) allow(entry, action, request) // the credential was checked again
  const { permission } = request.allowed!
  const pairs = parseQueryString(request.url)
  const query = readParameters({ ...parts, elsewhere, resource, action, permission }, pairs)
  const { id = action.recordId ?? '' } = request.params as { id?: string }
  if (!ID.test(id)) throw new Problem('NOT_FOUND', { text: msg`There is no ${recordName(resource)} with this id.` })
  const command: Command = {
    resource: resource.name,
    action: action.name,
    actor,
    permission,
    id,
    ...inputOf(request, action, permission, query),
    ...('list' in query && { list: query.list }),
    ...('select' in query && query.select && { select: query.select }),
    ...('include' in query && query.include.length > 0 && { include: query.include }),
    ...('expand' in query && query.expand.length > 0 && { expand: query.expand }),
    ...optionsOf(request, action),
  }
  const answer = await executor.execute(command)
  const { status, headers, body, file, paging } = answer
  if (action.method === 'GET' && action.auditRead) await trail.read(actor, resource.name, action.name, queryOf(request))
  const all: Record<string, string> = {
    ...(action.method === 'GET' && CHECK_AGAIN),
    ...headers,
    ...(paging && pagingHeaders(origin, request.url, pairs, paging)),
  }
  if (request.deprecation) Object.assign(all, withDeprecation(all, request.deprecation))
  const isKnown = action.method === 'GET' && isUnchanged(request.headers['if-none-match'], headers.etag)
  if (isKnown || (body === '' && !file))
    return reply
      .code(isKnown ? 304 : status)
      .headers(all)
      .send()
  if (!file) return sendJson(reply, status, all, body)
  const onRefusal = (problem: Problem) => note(parts, entry, action, request, problem)
  const pieces = piecesOf({ ...parts, resource, onRefusal }, command, answer)
  return sendFile(reply, status, all, await contentOf(request.method, action, command, answer, pieces))
}

interface QueryParts extends Pick<RouteParts, 'cursors'> {
  readonly elsewhere: (field: string) => ReadonlySet<string>
  readonly resource: Entry['resource']
  readonly action: Action
  readonly permission: Permission
}

/** The query of a list, of a record, or of an action that has parameters of its own. */
function readParameters({ cursors, elsewhere, resource, action, permission }: QueryParts, asked: readonly Pair[]) {
  if (action.method !== 'GET') {
    if (action.query) return { input: readQuery(action.query, asked) }
    refuseParameters(asked)
    return {}
  }
  const { include, rest } = takeIncludes(action, asked)
  const { expand, rest: pairs } = takeExpand(resource, action, permission, rest)
  if (action.parameters === 'whole-list') refusePaging(pairs)
  if (isListing(action)) {
    const seen = action.of ? { can: [], hidden: action.of.hidden } : permission
    const isOwn = ([name]: Pair) => action.query !== undefined && Object.hasOwn(action.query, name)
    const ofList = pairs.filter((pair) => !isOwn(pair))
    const { list, select } = parseList(listedBy(resource, action), ofList, seen, cursors, elsewhere)
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

const queryOf = ({ url }: FastifyRequest) => url.split('?')[1] ?? ''

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

function inputOf(request: FastifyRequest, action: Action, permission: Permission, query: object): AcceptedInput {
  if (action.input) return readBody(request.body, action, permission)
  const input = 'input' in query ? (query.input as AnyRecord) : {}
  return { input: action.consumes ? { ...input, ...(request.body as AnyRecord) } : input }
}

function readBody(body: unknown, action: Action, permission: Permission): AcceptedInput {
  if (!isObject(body)) throw new Problem('INVALID_JSON', { text: msg`Send a JSON object as the body.` })
  if (isDeeperThan(body, DEPTH_MAX))
    throw new Problem('INVALID_JSON', { text: msg`The body is nested deeper than ${DEPTH_MAX} levels.` })
  return acceptInput(body, action, permission)
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((part) => isDeeperThan(part, depth - 1))
}

/** What the client opted into by headers. */
function optionsOf(request: FastifyRequest, action: Action): Pick<Command, 'versions' | 'idempotency'> {
  if (action.method === 'GET') return {}
  const versions = versionsIn(request.headers['if-match'])
  const idempotency = idempotencyKeyOf(request)
  return { ...(versions && { versions }), ...(idempotency && { idempotency }) }
}

/** `*` matches whatever is there. */
const versionsIn = (ifMatch: string | undefined): number[] | undefined =>
  ifMatch === undefined || ifMatch.trim() === '*' ? undefined : ifMatch.split(',').map(versionIn)

function idempotencyKeyOf(request: FastifyRequest): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > IDEMPOTENCY_KEY_MAX) {
    throw new Problem('BAD_REQUEST', {
      text: msg`The Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_MAX} characters.`,
    })
  }
  const content = `${request.method} ${request.url}\n${canonicalJson(request.body) ?? ''}`
  return { key, fingerprint: hash('sha256', content) }
}

function isUnchanged(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function pagingHeaders(origin: string, url: string, pairs: readonly Pair[], paging: Paging): Record<string, string> {
  const link = linksFor(origin + url.split('?')[0], pairs, paging)
  return { ...(link && { link }), ...(paging.total !== undefined && { 'x-total-count': String(paging.total) }) }
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
