import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, authorise, type CurrentActor } from '../core/access.ts'
import type { Action } from '../core/action.ts'
import type { Trail } from '../core/audit/trail.ts'
import type { Executor, Paging } from '../core/command.ts'
import type { Cursors } from '../core/lists/cursor.ts'
import type { Pair } from '../core/lists/parameters.ts'
import type { Problem } from '../core/problem.ts'
import type { Entry } from '../core/rules.ts'
import type { Cancellation } from '../core/store.ts'
import { piecesOf } from '../features/export/pieces.ts'
import type { Permission } from '../model/rights.ts'
import { acceptFiles, refuseOtherTypes } from './accept-files.ts'
import { API_ROOT, methodsOf, refuseOtherMethods, urlOf } from './addresses.ts'
import { linksFor, sendFile, sendJson } from './answers/answers.ts'
import { deprecationHeaders, headersOf, tellDeprecation, withDeprecation } from './answers/deprecation.ts'
import { contentOf } from './answers/long-file.ts'
import { type Asked, type Attempt, type CommandFor, carryOut, recorded, recordRefusal } from './commands/commands.ts'
import type { Follow } from './follow/follow.ts'
import type { Gate } from './gate.ts'
import { parseQueryString } from './parse-request.ts'

const STRANGERS_BODY_LIMIT_BYTES = 16_384
/** A client that has cached a response asks whether it is still current. */
const CHECK_AGAIN = { 'cache-control': 'private, no-cache' }

export interface RouteParts {
  readonly entries: readonly Entry[]
  readonly executor: Executor
  readonly commandFor: CommandFor
  readonly follow: Follow
  readonly cursors: Cursors
  readonly currentActor: CurrentActor
  readonly gate: Gate
  readonly trail: Trail
  readonly origin: string
}

/** A request for an unknown path must authenticate too, before its body is read. */
export function admitBeforeNotFound(server: FastifyInstance, gate: Gate): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404 || !request.url.startsWith(`${API_ROOT}/`)) return done()
    gate.admit(request).then(() => done(), done)
  })
}

/** Mounts all actions. */
export function mountRoutes(server: FastifyInstance, parts: RouteParts): void {
  const { trail, gate } = parts
  acceptFiles(
    server,
    parts.entries.flatMap(({ actions }) => actions.flatMap(({ consumes = [] }) => consumes)),
  )
  server.decorateRequest('deprecation', null)
  for (const entry of parts.entries) {
    for (const action of entry.actions) {
      const deprecation = deprecationHeaders(entry, action)
      const admit = action.access === 'public' ? gate.admitAnyone : gate.admit
      server.route({
        method: methodsOf(action),
        url: urlOf(entry, action),
        ...(action.access === 'public' && { bodyLimit: STRANGERS_BODY_LIMIT_BYTES }),
        ...(action.bodyLimit && { bodyLimit: action.bodyLimit }),
        config: {
          ...(action.consumes && { consumes: action.consumes }),
          ...(action.takesLines && { takesLines: linesOf(action) }),
        },
        // Before the body is read: a client without a credential must not send megabytes.
        onRequest: [
          ...(action.deprecated ? [tellDeprecation(() => headersOf([action.deprecated!]))] : []),
          async (request) => {
            await admit(request)
            try {
              allow(entry, action, request)
            } catch (error) {
              throw await recorded(trail, attemptOf(entry, action, request), error)
            }
          },
          ...(action.consumes ? [refuseOtherTypes(action.consumes)] : []),
        ],
        handler: async (request, reply) => {
          if (!request.wasComplete) await gate.readmit(request)
          if (deprecation) await tellDeprecation(deprecation)(request, reply)
          try {
            return await handle(parts, entry, action, request, reply)
          } catch (error) {
            throw await recorded(trail, attemptOf(entry, action, request), error)
          }
        },
      })
    }
  }
  refuseOtherMethods(server, parts.entries, parts.gate)
}

const linesOf = ({ takesLines: field = '', input }: Action) => ({ field, max: input[field]?.options.max ?? 0 })

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

interface Address {
  readonly id?: string
  readonly field?: string
  readonly value?: string
}

const addressIn = ({ params }: FastifyRequest) => params as Address

const attemptOf = (entry: Entry, action: Action, request: FastifyRequest): Attempt => ({
  entry,
  action,
  actor: request.actor!,
  id: addressIn(request).id,
})

async function handle(
  parts: RouteParts,
  entry: Entry,
  action: Action,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { follow, trail, origin } = parts
  const { resource } = entry
  const actor = request.actor!
  if (request.allowed?.actor !== actor) allow(entry, action, request) // the credential was checked again
  const pairs = parseQueryString(request.url)
  const command = parts.commandFor(entry, action, askedBy(request, pairs))
  if (action.cost) await parts.gate.charge(request, action.cost(command.input) - 1)
  const isFollowed = action.method === 'GET' && action.isFollowed && request.method === 'GET'
  const answer = isFollowed
    ? await follow(resource, action, command, reply)
    : await carryOut(parts, action, command, request.url, whenGone(reply))
  if (!answer) return reply // it has been streamed
  const { status, headers, body, file, paging } = answer
  const own = action.method === 'GET' ? { ...CHECK_AGAIN, ...headers } : headers
  const paged = paging ? { ...own, ...pagingHeaders(origin, request.url, pairs, paging) } : own
  const all = request.deprecation ? withDeprecation(paged, request.deprecation) : paged
  const isKnown = action.method === 'GET' && isUnchanged(request.headers['if-none-match'], headers.etag)
  if (isKnown || (body === '' && !file))
    return reply
      .code(isKnown ? 304 : status)
      .headers(all)
      .send()
  if (!file) return sendJson(reply, status, all, body)
  const onRefusal = (problem: Problem) => recordRefusal(trail, attemptOf(entry, action, request), problem)
  const pieces = piecesOf({ ...parts, resource, onRefusal }, command, answer)
  return sendFile(reply, status, all, await contentOf(request.method, action, command, answer, pieces))
}

function askedBy(request: FastifyRequest, pairs: readonly Pair[]): Asked {
  const { method, url, body, headers } = request
  const { actor, permission } = request.allowed!
  const { id, field, value } = addressIn(request)
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'idempotency-key': idempotencyKey } = headers
  return { actor, permission, id, field, value, pairs, body, method, url, ifMatch, ifNoneMatch, idempotencyKey }
}

/** A response is closed without being finished when its client has disconnected. */
const whenGone =
  ({ raw }: FastifyReply): Cancellation =>
  (cancel) =>
    void (raw.closed ? cancel() : raw.once('close', cancel))

function isUnchanged(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function pagingHeaders(origin: string, url: string, pairs: readonly Pair[], paging: Paging): Record<string, string> {
  const link = linksFor(origin + url.split('?')[0], pairs, paging)
  return { ...(link && { link }), ...(paging.total !== undefined && { 'x-total-count': String(paging.total) }) }
}
