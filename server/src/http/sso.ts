import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failedSignIn } from '../auth/sign-in-actions.ts'
import type { Attempt, ProviderClient } from '../auth/sso/provider-client.ts'
import { webSessions } from '../auth/web-sessions.ts'
import type { Failures } from '../core/audit/failures.ts'
import type { Executor } from '../core/command.ts'
import { decrypt, encrypt } from '../core/keys/encryption.ts'
import { Problem } from '../core/problem.ts'
import type { AnyRecord } from '../model/resource.ts'
import type { Gate } from './gate.ts'
import { html } from './oauth/html.ts'
import { PAGE_HEADERS, renderPage } from './oauth/page.ts'
import { wordsFor } from './oauth/words/choice.ts'
import { COOKIE_SECONDS, sessionCookie } from './ui-session.ts'

const PATH = '/ui/sso'
const COOKIE = 'kontor_sso'
const COOKIE_VALUE = new RegExp(`(?:^|;)\\s*${COOKIE}=([^;\\s]{1,3000})\\s*(?:;|$)`)
const ATTEMPT_SECONDS = 600
/** For one redirect. */
const TICKET_MS = 60_000

export interface SsoParts {
  readonly client: ProviderClient
  /** Encrypts what the browser keeps while the user is at the provider. */
  readonly key: Buffer
  readonly executor: Executor
  readonly gate: Gate
  readonly baseUrl: string | undefined
  readonly clock: () => number
  readonly failures: Failures
}

/** What the browser keeps while the user is at the provider. */
interface Kept extends Attempt {
  readonly expiresAt: number
  readonly returnTo: string
  /** The OAuth interaction that the user signs in for. */
  readonly interaction?: string
  /** The session that is to be confirmed. */
  readonly refreshToken?: string
  /** The provider has to ask for the password, also if the user is signed in there. */
  readonly hasToSignInAgain: boolean
}

/** A page of this service: never an address that another site has put into a link. */
const ownPath = (path: string | null): string =>
  path !== null && /^\/(?![/\\])[\w\-./?=&%~]*$/.test(path) ? path : '/'

/** Signing in to the web interface at an OpenID Connect provider. */
export function mountSso(server: FastifyInstance, parts: SsoParts): void {
  const { client, key, gate, clock } = parts
  const originOf = ({ protocol, host }: FastifyRequest) => parts.baseUrl ?? `${protocol}://${host}`
  const addressOf = (request: FastifyRequest) => new URL(request.url, originOf(request))
  const isSecure = (request: FastifyRequest) => originOf(request).startsWith('https:')
  const keep = (request: FastifyRequest, value: string, seconds: number) =>
    [
      `${COOKIE}=${value}`,
      `Path=${PATH}`,
      `Max-Age=${seconds}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure(request) ? ['Secure'] : []),
    ].join('; ')

  server.register(async (inner) => {
    inner.addHook('onRequest', async (request) => gate.admitAnyone(request))

    inner.get(PATH, async (request, reply) => {
      const asked = addressOf(request).searchParams
      const interaction = asked.get('interaction') ?? ''
      const refreshToken = asked.get('prove') === 'yes' ? sessionCookie.in(request, isSecure(request)) : undefined
      const hasToSignInAgain = refreshToken !== undefined || asked.get('again') === 'yes'
      const { attempt, address } = await client.begin(`${originOf(request)}${PATH}/callback`, hasToSignInAgain)
      const kept: Kept = {
        ...attempt,
        expiresAt: clock() + ATTEMPT_SECONDS * 1000,
        returnTo: ownPath(asked.get('returnTo')),
        hasToSignInAgain,
        ...(/^[\w-]{1,100}$/.test(interaction) && { interaction }),
        ...(refreshToken !== undefined && { refreshToken }),
      }
      const cookie = keep(request, encrypt(key, JSON.stringify(kept)), ATTEMPT_SECONDS)
      return reply.headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).redirect(address, 303)
    })

    inner.get(`${PATH}/callback`, async (request, reply) => {
      reply.headers({ 'set-cookie': keep(request, '', 0), 'cache-control': 'no-store' })
      try {
        return await finish(parts, request, reply, addressOf(request), isSecure(request))
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 401) throw error
        return reply.redirect(`/?sso=${error.code}`, 303)
      }
    })
  })
}

async function finish(parts: SsoParts, request: FastifyRequest, reply: FastifyReply, answer: URL, isSecure: boolean) {
  const { client, executor, failures } = parts
  const kept = keptIn(parts, request)
  const claims = await client.finish(answer, kept, kept.hasToSignInAgain).catch((error) => {
    request.log.warn({ err: error, requestId: request.id }, 'Single sign-on failed')
    throw new Problem('SSO_FAILED', { cause: error })
  })
  const execute = async (action: string, input: AnyRecord = {}) => {
    const command = { resource: webSessions.name, action, actor: request.actor!, id: '', input: { claims, ...input } }
    const { body } = await executor.execute(command).catch(async (error) => {
      const operation = `${webSessions.name}.${action}`
      const email = claims.email ?? ''
      if (error instanceof Problem && error.status === 401)
        await failures.add(email, { actor: request.actor!, operation, ...failedSignIn(email, null, error.code) })
      throw error
    })
    return JSON.parse(body).data
  }
  if (kept.refreshToken !== undefined) {
    await execute('sso-prove', { refreshToken: kept.refreshToken })
    return confirmed(request, reply)
  }
  if (kept.interaction !== undefined) {
    const user = await execute('sso-identify')
    const { interaction: uid, hasToSignInAgain: isFresh } = kept
    const ticket: SsoTicket = { ...user, uid, isFresh, expiresAt: parts.clock() + TICKET_MS }
    const query = new URLSearchParams({ ticket: encrypt(parts.key, JSON.stringify(ticket)) })
    return reply.redirect(`/oauth/interaction/${kept.interaction}/sso?${query}`, 303)
  }
  const { refreshToken } = await execute('sso-login')
  reply.header('set-cookie', sessionCookie.holding(refreshToken, COOKIE_SECONDS, isSecure))
  // The page learns from the fragment that there is a session to begin with.
  return reply.redirect(`${kept.returnTo}#signed-in`, 303)
}

/** The user whom the provider has confirmed for an OAuth interaction. */
export interface SsoTicket {
  readonly id: string
  readonly version: number
  readonly uid: string
  readonly expiresAt: number
  /** The provider has asked for the password. */
  readonly isFresh: boolean
  /** When the provider last did, in seconds since 1970; 0 if it does not say. */
  readonly provenAt: number
}

/** Throws unless it was made for this interaction, a moment ago. */
export function openTicket(key: Buffer, text: unknown, uid: string, now: number): SsoTicket {
  const ticket = opened<SsoTicket>(key, text)
  if (ticket && ticket.uid === uid && now < ticket.expiresAt) return ticket
  throw new Problem('SSO_FAILED')
}

function keptIn({ key, clock }: SsoParts, { headers }: FastifyRequest): Kept {
  const kept = opened<Kept>(key, COOKIE_VALUE.exec(headers.cookie ?? '')?.[1])
  if (kept && clock() < kept.expiresAt) return kept
  throw new Problem('SSO_FAILED')
}

/** Undefined if it was not sealed here. */
function opened<T>(key: Buffer, text: unknown): T | undefined {
  try {
    return typeof text === 'string' ? JSON.parse(decrypt(key, text)) : undefined
  } catch {
    return undefined
  }
}

/** The window in which the user has signed in again; the work goes on in the other one. */
function confirmed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const words = wordsFor(request.headers['accept-language'])
  const { confirmed: title, goBack } = words.sso
  const body = html`<h1>${title}</h1><p class="lead">${goBack}</p>`
  const page = renderPage({ language: words.language, title, body })
  return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page)
}
