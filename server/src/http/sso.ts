import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../auth/oauth/provider.ts'
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
import { wordsFor } from './oauth/words.ts'
import { COOKIE_SECONDS, sessionCookie } from './ui-session.ts'

const PATH = '/ui/sso'
const COOKIE = 'kontor_sso'
const COOKIE_VALUE = new RegExp(`(?:^|;)\\s*${COOKIE}=([^;\\s]{1,3000})\\s*(?:;|$)`)
const ATTEMPT_SECONDS = 600

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
      const refreshToken = asked.get('prove') === 'yes' ? sessionCookie.in(request, isSecure(request)) : undefined
      const hasToSignInAgain = refreshToken !== undefined || asked.get('again') === 'yes'
      const { attempt, address } = await client.begin(`${originOf(request)}${PATH}/callback`, hasToSignInAgain)
      const kept: Kept = {
        ...attempt,
        expiresAt: clock() + ATTEMPT_SECONDS * 1000,
        returnTo: ownPath(asked.get('returnTo')),
        hasToSignInAgain,
        ...(refreshToken !== undefined && { refreshToken }),
      }
      const cookie = keep(request, encrypt(key, JSON.stringify(kept)), ATTEMPT_SECONDS)
      return reply.headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).redirect(address, 303)
    })

    inner.get(`${PATH}/callback`, async (request, reply) => {
      reply.headers({ 'set-cookie': keep(request, '', 0), 'cache-control': 'no-store' })
      let kept: Kept | undefined
      try {
        kept = keptIn(parts, request)
        return await finish(parts, kept, request, reply, addressOf(request), isSecure(request))
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 401) throw error
        return reply.redirect(withReason(kept?.returnTo ?? '/', error.code), 303)
      }
    })
  })
}

const withReason = (path: string, code: string) => `${path}${path.includes('?') ? '&' : '?'}sso=${code}`

async function finish(
  { client, executor, failures }: SsoParts,
  kept: Kept,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: URL,
  isSecure: boolean,
) {
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
  const { refreshToken } = await execute('sso-login', { hasProven: kept.hasToSignInAgain })
  reply.header('set-cookie', sessionCookie.holding(refreshToken, COOKIE_SECONDS, isSecure))
  // The request comes from another site, so it does not say who was signed in here: apps must not get that user any more.
  reply.header('set-cookie', `${SESSION_COOKIE.name}=; Path=${SESSION_COOKIE.path}; Max-Age=0`)
  // The page learns from the fragment that there is a session to begin with.
  return reply.redirect(`${kept.returnTo}#signed-in`, 303)
}

function keptIn({ key, clock }: SsoParts, { headers }: FastifyRequest): Kept {
  const kept = opened(key, COOKIE_VALUE.exec(headers.cookie ?? '')?.[1])
  if (kept && clock() < kept.expiresAt) return kept
  throw new Problem('SSO_FAILED')
}

/** Undefined if it was not sealed here. */
function opened(key: Buffer, text: string | undefined): Kept | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(decrypt(key, text))
  } catch {
    return undefined
  }
}

/** The window in which the user has signed in again; the work goes on in the other one. */
function confirmed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const words = wordsFor(request.headers['accept-language'])
  const { confirmed: title, goBack } = words
  const body = html`<h1>${title}</h1><p>${goBack}</p>`
  const page = renderPage({ language: words.language, title, body })
  return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page)
}
