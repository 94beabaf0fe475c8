import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { User } from '../../auth/access.resources.ts'
import { SIGNED_IN_FROM, USER_VERSION } from '../../auth/oauth/browser-sessions.ts'
import { caller } from '../../auth/oauth/caller.ts'
import { oauthClients } from '../../auth/oauth/clients/oauth-clients.resource.ts'
import { noteDown } from '../../auth/oauth/notes.ts'
import type { OAuth } from '../../auth/oauth/oauth.ts'
import { INTERACTION_PATH, ROUTES } from '../../auth/oauth/provider.ts'
import { type Credentials, signInAs } from '../../auth/oauth/sign-in.ts'
import { Problem } from '../../core/problem.ts'
import { isObject } from '../../model/input.ts'
import { verbatim } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { openTicket } from '../sso.ts'
import { askedOf, forgetOther, grantFor, type Step, stepOf } from './answers.ts'
import { consentPage } from './consent-page.ts'
import { PAGE_HEADERS } from './page.ts'
import { SCRIPT_HEADERS, secondFactorPage } from './second-factor-page.ts'
import { signInPage } from './sign-in-page.ts'
import { problemIn, wordsFor } from './words/choice.ts'
import type { Words } from './words/words.ts'

/** Single sign-on, as far as these pages offer it. */
export interface SsoOffer {
  readonly name: string
  /** Opens the ticket that the browser comes back with. */
  readonly key: Buffer
}

const BODY_LIMIT_BYTES = 16_384
const PATH = `${INTERACTION_PATH}/:uid`

/** The sign-in and consent pages. */
export function mountInteraction(
  server: FastifyInstance,
  oauth: OAuth,
  provider: () => Promise<Provider>,
  sso: SsoOffer | undefined,
): void {
  acceptForms(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(PAGE_HEADERS)
    const words = wordsFor(request.headers['accept-language'])
    if (request.method === 'POST') refuseForeign(request, (await provider()).issuer, words)
  })
  const step = async (request: FastifyRequest, reply: FastifyReply) => stepOf(await provider(), request, reply)

  server.get(PATH, async (request, reply) => {
    const current = await step(request, reply)
    if (current.interaction.prompt.name === 'login') return send(reply, signIn(current, sso))
    const { user, allowed, withheld } = await askedOf(oauth, current, request.actor!)
    const { client, interaction } = current
    const redirectUri = String(interaction.params.redirect_uri)
    const asking = { step: pathOf(current), appName: client.name, redirectUri, user, allowed, withheld }
    return send(reply, consentPage(current.words, asking))
  })

  server.get(`${PATH}/sign-in`, async (request, reply) => send(reply, signIn(await step(request, reply), sso, '')))

  if (sso) mountSsoReturn(server, oauth, sso, step)

  server.post(`${PATH}/sign-in`, async (request, reply) => {
    const current = await step(request, reply)
    const credentials = credentialsIn(request)
    try {
      const user = await signInAs(oauth, request.actor!, credentials)
      return await signedIn(oauth, current, user, request, reply)
    } catch (error) {
      if (!(error instanceof Problem) || !ABOUT_CREDENTIALS.has(error.code)) throw error
      request.refusal = error.code
      if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
      const page = secondStepAfter(current, request, error)
      if (page) return send(reply.code(error.status).headers(SCRIPT_HEADERS), page)
      return send(reply.code(error.status), signIn(current, sso, credentials.email, problemIn(current.words, error)))
    }
  })

  server.post(`${PATH}/allow`, async (request, reply) => {
    const current = await step(request, reply)
    const asked = await askedOf(oauth, current, request.actor!)
    const { id: userId, name, role } = asked.user
    if (asked.allowed.length === 0) return refuse(oauth, current, request, reply)
    const actor = { ...request.actor!, userId, name, role }
    const grantId = await caller.run(actor, () => grantFor(current, asked))
    return finish(current, { consent: { grantId } }, request, reply)
  })

  server.post(`${PATH}/deny`, async (request, reply) => refuse(oauth, await step(request, reply), request, reply))
}

/** Back from the provider of single sign-on, with the user whom it has confirmed. */
function mountSsoReturn(
  server: FastifyInstance,
  oauth: OAuth,
  sso: SsoOffer,
  step: (request: FastifyRequest, reply: FastifyReply) => Promise<Step>,
): void {
  server.get(`${PATH}/sso`, async (request, reply) => {
    const current = await step(request, reply)
    const ticket = openTicket(
      sso.key,
      new URL(request.url, 'http://localhost').searchParams.get('ticket'),
      current.interaction.uid,
      oauth.clock(),
    )
    // The address of the button says it too, but a user can change that.
    if (hasToProve(current) && !ticket.isFresh) throw new Problem('SSO_FAILED')
    return signedIn(oauth, current, ticket, request, reply, ticket.provenAt)
  })
}

/** The provider of the protocol goes on with the user who has signed in. */
async function signedIn(
  oauth: OAuth,
  current: Step,
  { id, version }: Pick<User, 'id' | 'version'>,
  request: FastifyRequest,
  reply: FastifyReply,
  provenAt?: number,
): Promise<FastifyReply> {
  await forgetOther(current, id, request, reply)
  const { address, userAgent } = request.actor!
  const now = Math.floor(oauth.clock() / 1000)
  const kept = { [USER_VERSION]: version, [SIGNED_IN_FROM]: { address, userAgent, at: now } }
  // Apps learn from `ts` when the user last entered a password, as auth_time.
  const login = { accountId: id, ts: provenAt ?? now, ...kept }
  return finish(current, { login }, request, reply)
}

/** Forms only, as browsers send them. */
function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, text, done) => done(null, new URLSearchParams(text)),
  )
}

const fieldIn = ({ body }: FastifyRequest, name: string): string =>
  body instanceof URLSearchParams ? (body.get(name) ?? '') : ''

/** A form of another site must not act for the user who is signed in here. Browsers say where a form comes from. */
function refuseForeign({ headers }: FastifyRequest, issuer: string, { failure }: Words): void {
  const { origin, host } = headers
  const isOwn = origin !== undefined && (origin === new URL(issuer).origin || URL.parse(origin)?.host === host)
  const site = headers['sec-fetch-site']
  if (isOwn && (site === undefined || site === 'same-origin')) return
  throw new Problem('FORBIDDEN', { text: verbatim(failure.foreignForm) })
}

/** The app asks for a user who has just entered the password (`prompt=login`, `max_age`). */
const hasToProve = ({ interaction }: Step): boolean =>
  interaction.prompt.reasons.some((reason) => reason === 'login_prompt' || reason === 'max_age')

const pathOf = ({ interaction }: Step) => `${INTERACTION_PATH}/${interaction.uid}`

const ABOUT_CREDENTIALS: ReadonlySet<string> = new Set([
  'INVALID_CREDENTIALS',
  'TOO_MANY_ATTEMPTS',
  'SECOND_FACTOR_REQUIRED',
  'INVALID_SECOND_FACTOR',
  'CHALLENGE_EXPIRED',
  'PASSWORD_SIGN_IN_OFF',
  'SECOND_FACTOR_SETUP_REQUIRED',
])

function credentialsIn(request: FastifyRequest): Credentials {
  const sent = (name: string) => fieldIn(request, name) || undefined
  return {
    email: fieldIn(request, 'email'),
    password: fieldIn(request, 'password'),
    challenge: sent('challenge'),
    code: sent('passkey') ? undefined : sent('code'),
    passkey: parsed(sent('passkey')),
  }
}

/** Undefined if the text is no JSON: a form can be filled with anything. */
function parsed(text: string | undefined): AnyRecord | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The page that asks for the second factor, at first and after a wrong code; undefined where the password is asked for. */
function secondStepAfter(current: Step, request: FastifyRequest, problem: Problem): string | undefined {
  const { words } = current
  const step = pathOf(current)
  if (problem.code === 'SECOND_FACTOR_REQUIRED') {
    const { challenge, passkeyOptions } = problem.data as { challenge: string; passkeyOptions?: AnyRecord }
    return secondFactorPage(words, { step, challenge, ...(passkeyOptions && { passkeyOptions }) })
  }
  const challenge = fieldIn(request, 'challenge')
  const isRepeatable = problem.code === 'INVALID_SECOND_FACTOR' || problem.code === 'TOO_MANY_ATTEMPTS'
  if (challenge === '' || !isRepeatable) return undefined
  const passkeyOptions = parsed(fieldIn(request, 'options'))
  return secondFactorPage(words, {
    step,
    challenge,
    fault: problemIn(words, problem),
    ...(passkeyOptions && { passkeyOptions }),
  })
}

/** An app may suggest the user who is to sign in. */
function signIn(
  current: Step,
  sso: SsoOffer | undefined,
  email = String(current.interaction.params.login_hint ?? ''),
  fault?: string,
): string {
  return signInPage(current.words, {
    step: pathOf(current),
    appName: current.client.name,
    email,
    ...(fault && { fault }),
    ...(sso && { sso: { name: sso.name, address: ssoAddressOf(current) } }),
  })
}

const ssoAddressOf = (current: Step): string =>
  `/ui/sso?interaction=${current.interaction.uid}${hasToProve(current) ? '&again=yes' : ''}`

const send = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page)

async function refuse(oauth: OAuth, current: Step, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, client } = current
  const actor = { ...request.actor!, userId: interaction.session?.accountId ?? null }
  await noteDown(oauth, actor, { action: 'grant-denied', resource: oauthClients.name, recordId: client.id })
  const result = { error: 'access_denied', error_description: 'The user denied the request of the app.' }
  return finish(current, result, request, reply)
}

/** Returns to the provider, which continues the authorization. */
async function finish(
  { provider, interaction }: Step,
  result: InteractionResults,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const mergeWithLastSubmission = 'consent' in result
  await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission })
  return reply.redirect(`${ROUTES.authorization}/${interaction.uid}`, 303)
}
