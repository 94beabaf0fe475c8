import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, authorise, type CurrentActor, refuseHidden } from '../core/access.ts'
import { type Action, canDryRun, DRY_RUN, isListing, listedBy } from '../core/action.ts'
import type { Trail } from '../core/audit/trail.ts'
import { innerRefusal } from '../core/batch/batch-problems.ts'
import { keyIn } from '../core/by-key/record-key.ts'
import type { Command, Executor, Paging } from '../core/command.ts'
import { piecesOf } from '../core/export/pieces.ts'
import type { Cursors } from '../core/lists/cursor.ts'
import { invalid, joined, type Pair, shown } from '../core/lists/parameters.ts'
import { takeExpand } from '../core/lists/parse-expand.ts'
import { parseList, parseSelection, refusePaging, takeIncludes } from '../core/lists/parse-list.ts'
import { Problem } from '../core/problem.ts'
import type { Entry } from '../core/rules.ts'
import { msg, recordName } from '../model/message.ts'
import { scalarsOf } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import { acceptFiles, acceptLines, refuseOtherTypes } from './accept-files.ts'
import { methodsOf, refuseOtherMethods, urlOf } from './addresses.ts'
import { linksFor, sendFile, sendJson } from './answers/answers.ts'
import { longFile } from './answers/long-file.ts'
import type { Gate } from './gate.ts'
import { inputOf, optionsOf, parseQueryString, readQuery } from './parse-request.ts'

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
  acceptLines(server)
  const elsewhere = choicesByName(parts.entries)
  for (const entry of parts.entries) {
    for (const action of entry.actions) {
      server.route({
        method: methodsOf(action),
        url: urlOf(entry, action),
        ...(action.access === 'public' && { bodyLimit: STRANGERS_BODY_LIMIT_BYTES }),
        ...(action.bodyLimit && { bodyLimit: action.bodyLimit }),
        config: {
          ...(action.consumes && { consumes: action.consumes }),
          ...(action.takesLines && { takesLines: action.takesLines }),
        },
        // Before the body is read: a client without a credential must not send megabytes.
        onRequest: [
          action.access === 'public' ? parts.gate.admitAnyone : parts.gate.admit,
          (request) => recordingRefusals(parts, entry, action, request, async () => allow(entry, action, request)),
          ...(action.consumes ? [refuseOtherTypes(action.consumes)] : []),
        ],
        handler: async (request, reply) => {
          if (!request.wasComplete) await parts.gate.readmit(request)
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
    const refusal = error instanceof Problem ? innerRefusal(error) : undefined
    if (refusal?.status === FORBIDDEN) await note(parts, entry, action, request, refusal)
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
  const { id = action.recordId ?? '', field, value } = request.params as { id?: string; field?: string; value?: string }
  if (!ID.test(id)) throw new Problem('NOT_FOUND', { text: msg`There is no ${recordName(resource)} with this id.` })
  const sent = inputOf(request, action, permission, query)
  const isDryRun = 'dryRun' in query || action.asksForDryRun?.(sent.input)
  const command: Command = {
    resource: resource.name,
    action: action.name,
    actor,
    permission,
    id,
    ...(field !== undefined && { key: keyIn(resource, permission, field, value ?? '') }),
    ...sent,
    ...(isDryRun && { dryRun: true }),
    ...('list' in query && { list: query.list }),
    ...('select' in query && query.select && { select: query.select }),
    ...('include' in query && query.include.length > 0 && { include: query.include }),
    ...('expand' in query && query.expand.length > 0 && { expand: query.expand }),
    ...optionsOf(request, action),
  }
  if (action.cost) await parts.gate.charge(request, action.cost(command.input) - 1)
  const answer = await executor.execute(command)
  const { status, headers, body, file, paging } = answer
  if (action.method === 'GET' && action.auditRead) await trail.read(actor, resource.name, action.name, queryOf(request))
  const all = {
    ...(action.method === 'GET' && CHECK_AGAIN),
    ...headers,
    ...(paging && pagingHeaders(origin, request.url, pairs, paging)),
  }
  const isKnown = action.method === 'GET' && isUnchanged(request.headers['if-none-match'], headers.etag)
  if (isKnown || (body === '' && !file))
    return reply
      .code(isKnown ? 304 : status)
      .headers(all)
      .send()
  if (answer.next && request.method === 'GET') {
    const onRefusal = (problem: Problem) => note(parts, entry, action, request, problem)
    const pieces = piecesOf({ ...parts, resource, onRefusal }, command, answer)
    return sendFile(reply, status, all, longFile(pieces))
  }
  return file ? sendFile(reply, status, all, file) : sendJson(reply, status, all, body)
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
    refuseParameters(asked.filter(([name]) => name !== DRY_RUN))
    return readDryRun(action, asked)
  }
  const { include, rest } = takeIncludes(action, asked)
  const { expand, rest: pairs } = takeExpand(resource, action, permission, rest)
  if (action.parameters === 'whole-list') refusePaging(pairs)
  if (isListing(action)) {
    const seen = action.of ? { can: [], hidden: action.of.hidden } : permission
    const isOwn = ([name]: Pair) => action.query !== undefined && Object.hasOwn(action.query, name)
    const ofList = pairs.filter((pair) => !isOwn(pair))
    const isTable = action.parameters === 'whole-list'
    const { list, select } = parseList(listedBy(resource, action), ofList, seen, cursors, elsewhere, isTable)
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
