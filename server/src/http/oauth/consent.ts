import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { Login } from '../../auth/oauth/accounts.ts'
import { artifactId } from '../../auth/oauth/artifact-id.ts'
import { caller } from '../../auth/oauth/caller.ts'
import { IDENTITY_SCOPES } from '../../auth/oauth/clients/client-metadata.ts'
import { oauthClients } from '../../auth/oauth/clients/oauth-clients.resource.ts'
import { scopesIn, scopesWithin } from '../../auth/oauth/grants.ts'
import { noteDown, scopeOfRequest } from '../../auth/oauth/notes.ts'
import type { OAuth } from '../../auth/oauth/oauth.ts'
import { oauthArtifacts } from '../../auth/oauth/oauth-artifacts.resource.ts'
import { CONSENT_PATH, ROUTES } from '../../auth/oauth/provider.ts'
import { authTimeOf, type SignedIn } from '../../auth/oauth/signed-in.ts'
import { Problem } from '../../core/problem.ts'
import { msg } from '../../model/message.ts'
import { SCOPES } from '../../model/rights.ts'
import type { Gate } from '../gate.ts'
import { isSecure, refuseCrossSite, sessionCookie } from '../ui-session.ts'

const PATH = `${CONSENT_PATH}/:uid`

export interface ConsentParts {
  readonly oauth: OAuth
  readonly gate: Gate
  readonly baseUrl: string | undefined
  readonly provider: () => Promise<Provider>
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** A request of an app, in the browser that it has sent here. */
interface Step {
  readonly provider: Provider
  readonly interaction: Interaction
  readonly client: { readonly id: string; readonly name: string }
  finish(result: InteractionResults): Promise<{ returnTo: string }>
}

/**
 * What the page of the web interface asks that stands between an app and its grant. Only the browser that the app has sent here
 * has the cookie of the request, and only its own pages may use it. Who is signed in is said by the cookie of the web interface
 * alone, never by a token or an API key.
 */
export function mountConsent(server: FastifyInstance, parts: ConsentParts): void {
  const { oauth, gate, baseUrl } = parts
  const signedIn = async (request: FastifyRequest): Promise<SignedIn | undefined> => {
    const token = sessionCookie.in(request, isSecure(request, baseUrl))
    return token === undefined ? undefined : oauth.signedInBy(token, request.actor!)
  }
  /** The session that an app gets its grant from, or a refusal. */
  const user = async (request: FastifyRequest): Promise<SignedIn> => {
    const found = await signedIn(request)
    if (!found) throw new Problem('UNAUTHORIZED', { text: msg`This browser is not signed in.` })
    if (found.actor.mustSetUp) throw new Problem('SECOND_FACTOR_SETUP_REQUIRED')
    return found
  }
  const send = (reply: FastifyReply, data: object) =>
    reply.header('cache-control', 'no-store').send({ success: true, data })

  server.register(async (inner) => {
    inner.addHook('onRequest', async (request) => {
      refuseCrossSite(request, baseUrl)
      await gate.admitAnyone(request)
    })

    inner.get(`${PATH}/request`, async (request, reply) => {
      const { client, interaction } = await stepOf(parts, request, reply)
      const loginHint = interaction.params.login_hint ?? null
      return send(reply, { app: client.name, loginHint, mustProve: mustProve(interaction) })
    })

    inner.post(`${PATH}/continue`, async (request, reply) => {
      const step = await stepOf(parts, request, reply)
      const found = await user(request)
      if (isConsentOf(step, found)) return send(reply, { asked: askedOf(step, found) })
      if (!(await isProvenFor(oauth, step, found))) throw new Problem('REAUTHENTICATION_REQUIRED')
      const { actor, sessionId: session } = found
      const login: Login = { accountId: actor.userId!, session, ts: authTimeOf(found) }
      return send(reply, await step.finish({ login: { ...login } }))
    })

    inner.post(`${PATH}/allow`, async (request, reply) => {
      const step = await stepOf(parts, request, reply)
      const found = await user(request)
      // What was shown was shown to the user of another session.
      if (!isConsentOf(step, found)) throw expired()
      const asked = askedOf(step, found)
      if (asked.allowed.length === 0) return send(reply, await deny(oauth, step, found))
      const grantId = await caller.run(found.actor, () => grantFor(step, asked))
      return send(reply, await step.finish({ consent: { grantId } }))
    })

    inner.post(`${PATH}/deny`, async (request, reply) => {
      const step = await stepOf(parts, request, reply)
      return send(reply, await deny(oauth, step, (await signedIn(request)) ?? { actor: request.actor! }))
    })
  })
}

const expired = (cause?: unknown) =>
  new Problem('BAD_REQUEST', {
    text: msg`The request of the app has expired, or it was opened in another browser. Go back to the app and start again.`,
    cause,
  })

/** Only the browser that has begun it can continue: it has the cookie that belongs to the address. */
async function stepOf(parts: ConsentParts, request: FastifyRequest, reply: FastifyReply): Promise<Step> {
  const provider = await parts.provider()
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch((error) => {
    throw error.expose ? expired(error) : error
  })
  const { uid } = request.params as { uid: string }
  const client = interaction.uid === uid && (await provider.Client.find(String(interaction.params.client_id)))
  if (!client) throw expired()
  return {
    provider,
    interaction,
    client: { id: client.clientId, name: client.clientName! },
    /** Back to the provider, which continues the authorization. */
    async finish(result) {
      const mergeWithLastSubmission = 'consent' in result
      await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission })
      return { returnTo: `${ROUTES.authorization}/${uid}` }
    },
  }
}

/** Whether this session is asked for its consent. Any other one has to be made known to the provider first. */
const isConsentOf = ({ interaction }: Step, { sessionId }: SignedIn): boolean =>
  interaction.prompt.name === 'consent' && interaction.session?.uid === sessionId

const asksForSignIn = ({ params }: Interaction) => scopesIn(params.prompt).includes('login')

/** Whether the app wants a user who has entered the password just now. */
const mustProve = (interaction: Interaction): boolean =>
  asksForSignIn(interaction) || interaction.params.max_age !== undefined

/** After the app has sent the browser here, or within the age that it accepts. */
async function isProvenFor(oauth: OAuth, { interaction }: Step, { provenAt, actor }: SignedIn): Promise<boolean> {
  if (!mustProve(interaction)) return true
  const id = artifactId('Interaction', interaction.uid)
  const { createdAt } = await oauth.store.reads(scopeOfRequest(oauth, actor)).get(oauthArtifacts, id)
  if (provenAt >= createdAt) return true
  const ageMs = oauth.clock() - Date.parse(provenAt)
  return !asksForSignIn(interaction) && ageMs <= Number(interaction.params.max_age) * 1000
}

/** The scopes that are asked for, and those that the user can grant. */
function askedOf({ interaction, client }: Step, { actor, email }: SignedIn) {
  const own: readonly string[] = [...IDENTITY_SCOPES, ...scopesWithin(actor.permissions)]
  const known: readonly string[] = [...IDENTITY_SCOPES, ...SCOPES]
  const asked = scopesIn(interaction.params.scope).filter((scope) => known.includes(scope))
  return {
    app: client.name,
    redirectUri: String(interaction.params.redirect_uri),
    user: { id: actor.userId!, name: actor.name!, email },
    allowed: asked.filter((scope) => own.includes(scope)),
    withheld: asked.filter((scope) => !own.includes(scope)),
  }
}

/** Stores both granted and rejected scopes: otherwise the user would be asked again each time. */
async function grantFor({ provider, interaction, client }: Step, asked: ReturnType<typeof askedOf>): Promise<string> {
  const known = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const grant = known ?? new provider.Grant({ accountId: asked.user.id, clientId: client.id })
  delete grant.rejected
  grant.addOIDCScope([...asked.allowed])
  if (asked.withheld.length > 0) grant.rejectOIDCScope([...asked.withheld])
  return grant.save()
}

async function deny(oauth: OAuth, { client, finish }: Step, { actor }: Pick<SignedIn, 'actor'>) {
  await noteDown(oauth, actor, { action: 'grant-denied', resource: oauthClients.name, recordId: client.id })
  return finish({ error: 'access_denied', error_description: 'The user denied the request of the app.' })
}
