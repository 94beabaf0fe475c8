import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IDLE_DAYS } from '../auth/sessions.ts'
import { signInFields } from '../auth/sign-in-actions.ts'
import { webSessions } from '../auth/web-sessions.ts'
import type { Executor, Reply } from '../core/command.ts'
import { Problem, refuseFaults } from '../core/problem.ts'
import { Faults, isObject, readInput } from '../model/input.ts'
import { msg } from '../model/message.ts'
import type { AnyRecord } from '../model/resource.ts'
import type { Gate } from './gate.ts'

/** Over HTTPS the name tells browsers to accept the cookie from this host only, not from a neighbouring subdomain. */
const COOKIE = { plain: 'kontor_session', secure: '__Host-kontor_session' }
const patternOf = (name: string) => new RegExp(`(?:^|;)\\s*${name}=([^;\\s]{1,200})\\s*(?:;|$)`)
const COOKIE_VALUE = { plain: patternOf(COOKIE.plain), secure: patternOf(COOKIE.secure) }
const PATH = '/ui/session'
const BODY_LIMIT_BYTES = 16_384
export const COOKIE_SECONDS = IDLE_DAYS * 86_400

export interface UiSessionParts {
  readonly executor: Executor
  readonly gate: Gate
  readonly baseUrl: string | undefined
  readonly options: SignInOptions
}

/** What this server offers: on the sign-in page, and beside the API. */
export interface SignInOptions {
  /** The name of the provider of single sign-on, if it is set up. */
  readonly sso: string | null
  /** False: only one administrator, for emergencies. */
  readonly password: boolean
  /** Whether there is an API explorer at /docs. */
  readonly explorer: boolean
  /** Whether assistants can connect at /mcp. */
  readonly assistants: boolean
}

/** The session of the web interface: the refresh token is in a cookie that only these routes receive. */
export function mountUiSession(server: FastifyInstance, { executor, gate, baseUrl, options }: UiSessionParts): void {
  const execute = ({ actor }: FastifyRequest, action: string, input: AnyRecord) =>
    executor.execute({ resource: webSessions.name, action, actor: actor!, id: '', input })
  const clear = (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('set-cookie', sessionCookie.cleared(isSecure(request, baseUrl)))

  /** What signing in through the API answers with, but for the refresh token. */
  function grant(request: FastifyRequest, reply: FastifyReply, { body }: Reply): FastifyReply {
    const { refreshToken, ...data } = JSON.parse(body).data
    const cookie = sessionCookie.holding(refreshToken, COOKIE_SECONDS, isSecure(request, baseUrl))
    return reply.headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).send({ success: true, data })
  }

  server.register(async (inner) => {
    inner.addHook('onRequest', async (request) => {
      refuseCrossSite(request, baseUrl)
      await gate.admitAnyone(request)
    })

    inner.get('/ui/sign-in', async (_request, reply) => reply.send({ success: true, data: options }))

    inner.post(PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const answer = await execute(request, 'login', inputIn(request.body))
      const former = sessionCookie.in(request, isSecure(request, baseUrl))
      if (former) await execute(request, 'logout', { refreshToken: former }) // its cookie is about to be replaced
      return grant(request, reply, answer)
    })

    inner.post(`${PATH}/refresh`, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const refreshToken = sessionCookie.in(request, isSecure(request, baseUrl))
      if (!refreshToken) throw new Problem('UNAUTHORIZED', { text: msg`This browser is not signed in.` })
      const answer = await execute(request, 'refresh', { refreshToken }).catch((error) => {
        if (error instanceof Problem && error.status === 401) clear(request, reply)
        throw error
      })
      return grant(request, reply, answer)
    })

    inner.delete(PATH, async (request, reply) => {
      const refreshToken = sessionCookie.in(request, isSecure(request, baseUrl))
      if (refreshToken) await execute(request, 'logout', { refreshToken })
      return clear(request, reply).code(204).send()
    })
  })
}

function inputIn(body: unknown): AnyRecord {
  if (!isObject(body)) throw new Problem('INVALID_JSON', { text: msg`Send a JSON object as the body.` })
  const faults = new Faults()
  const credentials = readInput(signInFields, body, 'create', faults)
  refuseFaults(faults.details, faults.omitted)
  return credentials
}

export const isSecure = ({ protocol }: FastifyRequest, baseUrl: string | undefined): boolean =>
  protocol === 'https' || baseUrl?.startsWith('https:') === true

/** The cookie in which the web interface keeps its session. Only `/ui` reads it, and no script can. */
export const sessionCookie = {
  in: ({ headers }: FastifyRequest, isSecure: boolean): string | undefined =>
    COOKIE_VALUE[isSecure ? 'secure' : 'plain'].exec(headers.cookie ?? '')?.[1],
  holding: (value: string, seconds: number, isSecure: boolean): string => written(value, seconds, isSecure),
  cleared: (isSecure: boolean): string => written('', 0, isSecure),
}

const written = (value: string, seconds: number, isSecure: boolean) =>
  [
    `${isSecure ? COOKIE.secure : COOKIE.plain}=${value}`,
    // The prefix __Host- requires the path /.
    isSecure ? 'Path=/' : 'Path=/ui',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')

/** A page of another site must not use our cookie. Browsers say where a request comes from, and no page can alter it. */
export function refuseCrossSite({ headers }: FastifyRequest, baseUrl: string | undefined): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const isOwn = site === undefined ? isOwnOrigin(origin, host, baseUrl) : site === 'same-origin' || site === 'none'
  if (isOwn) return
  throw new Problem('FORBIDDEN', { text: msg`Only the web interface itself may do this, from its own address.` })
}

export const isOwnOrigin = (
  origin: string | undefined,
  host: string | undefined,
  baseUrl: string | undefined,
): boolean => origin !== undefined && (origin === baseUrl || URL.parse(origin)?.host === host)
