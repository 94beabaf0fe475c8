import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { SIGNED_IN_FROM, USER_VERSION } from '../../auth/oauth/browser-sessions.ts'
import { caller } from '../../auth/oauth/caller.ts'
import { oauthClients } from '../../auth/oauth/clients/oauth-clients.resource.ts'
import { noteDown } from '../../auth/oauth/notes.ts'
import type { OAuth } from '../../auth/oauth/oauth.ts'
import { INTERACTION_PATH, ROUTES } from '../../auth/oauth/provider.ts'
import { signInAs } from '../../auth/oauth/sign-in.ts'
import { Problem } from '../../core/problem.ts'
import { askedOf, forgetOther, grantFor, type Step, stepOf } from './answers.ts'
import { consentPage } from './consent-page.ts'
import { PAGE_HEADERS } from './page.ts'
import { signInPage } from './sign-in-page.ts'
import { problemIn, wordsFor } from './words/choice.ts'
import type { Words } from './words/words.ts'

const BODY_LIMIT_BYTES = 16_384
const PATH = `${INTERACTION_PATH}/:uid`

/** The sign-in and consent pages. */
export function mountInteraction(server: FastifyInstance, oauth: OAuth, provider: () => Promise<Provider>): void {
  acceptForms(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(PAGE_HEADERS)
    const words = wordsFor(request.headers['accept-language'])
    if (request.method === 'POST') refuseForeign(request, (await provider()).issuer, words)
  })
  const step = async (request: FastifyRequest, reply: FastifyReply) => stepOf(await provider(), request, reply)

  server.get(PATH, async (request, reply) => {
    const current = await step(request, reply)
    if (current.interaction.prompt.name === 'login') return send(reply, signIn(current))
    const { user, allowed, withheld } = await askedOf(oauth, current, request.actor!)
    const { client, interaction } = current
    const redirectUri = String(interaction.params.redirect_uri)
    const asking = { step: pathOf(current), appName: client.name, redirectUri, user, allowed, withheld }
    return send(reply, consentPage(current.words, asking))
  })

  server.get(`${PATH}/sign-in`, async (request, reply) => send(reply, signIn(await step(request, reply), '')))

  server.post(`${PATH}/sign-in`, async (request, reply) => {
    const current = await step(request, reply)
    const credentials = { email: fieldIn(request, 'email'), password: fieldIn(request, 'password') }
    try {
      const user = await signInAs(oauth, request.actor!, credentials)
      await forgetOther(current, user.id, request, reply)
      const { address, userAgent } = request.actor!
      const kept = { [USER_VERSION]: user.version, [SIGNED_IN_FROM]: { address, userAgent } }
      const login = { accountId: user.id, ts: Math.floor(oauth.clock() / 1000), ...kept }
      return finish(current, { login }, request, reply)
    } catch (error) {
      if (!(error instanceof Problem) || !isAboutCredentials(error)) throw error
      if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
      return send(reply.code(error.status), signIn(current, credentials.email, problemIn(current.words, error)))
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
  throw new Problem('FORBIDDEN', { message: failure.foreignForm })
}

const pathOf = ({ interaction }: Step) => `${INTERACTION_PATH}/${interaction.uid}`

const isAboutCredentials = ({ code }: Problem) => code === 'INVALID_CREDENTIALS' || code === 'TOO_MANY_ATTEMPTS'

/** An app may suggest the user who is to sign in. */
function signIn(current: Step, email = String(current.interaction.params.login_hint ?? ''), fault?: string): string {
  return signInPage(current.words, {
    step: pathOf(current),
    appName: current.client.name,
    email,
    ...(fault && { fault }),
  })
}

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
