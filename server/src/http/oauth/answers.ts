import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { IDENTITY_SCOPES } from '../../auth/oauth/clients/client-metadata.ts'
import { scopesIn, scopesWithin } from '../../auth/oauth/grants.ts'
import { scopeOfRequest } from '../../auth/oauth/notes.ts'
import type { OAuth } from '../../auth/oauth/oauth.ts'
import { userWithRole } from '../../auth/oauth/sign-in-policy.ts'
import type { Actor } from '../../core/access.ts'
import { Problem } from '../../core/problem.ts'
import { verbatim } from '../../model/message.ts'
import { SCOPES } from '../../model/rights.ts'
import { wordsFor } from './words/choice.ts'
import type { Words } from './words/words.ts'

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** One authorization request: the app, its scopes and the user. */
export interface Step {
  readonly provider: Provider
  readonly interaction: Interaction
  readonly client: { readonly id: string; readonly name: string }
  /** In the language of the user's browser. */
  readonly words: Words
}

/** Only the browser that started it can continue: it has the cookie that belongs to the address. */
export async function stepOf(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<Step> {
  const { uid } = request.params as { uid: string }
  const words = wordsFor(request.headers['accept-language'])
  const expired = verbatim(words.failure.expired)
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch((error) => {
    throw error.expose ? new Problem('BAD_REQUEST', { text: expired, cause: error }) : error
  })
  if (interaction.uid !== uid) throw new Problem('BAD_REQUEST', { text: expired })
  const client = await provider.Client.find(String(interaction.params.client_id))
  if (!client) throw new Problem('BAD_REQUEST', { text: verbatim(words.failure.unknownApp) })
  return { provider, interaction, client: { id: client.clientId, name: client.clientName! }, words }
}

/** The scopes that are asked for, and those that the signed-in user can grant. */
export async function askedOf(oauth: OAuth, { interaction, words }: Step, actor: Actor) {
  const { accountId } = interaction.session ?? {}
  const found = accountId ? await userWithRole(oauth.store.reads(scopeOfRequest(oauth, actor)), accountId) : undefined
  if (interaction.prompt.name !== 'consent' || !found) {
    throw new Problem('BAD_REQUEST', { text: verbatim(words.failure.expired) })
  }
  const own: readonly string[] = [...IDENTITY_SCOPES, ...scopesWithin(found.role?.permissions ?? {})]
  const known: readonly string[] = [...IDENTITY_SCOPES, ...SCOPES]
  const asked = scopesIn(interaction.params.scope).filter((scope) => known.includes(scope))
  return {
    user: found.user,
    allowed: asked.filter((scope) => own.includes(scope)),
    withheld: asked.filter((scope) => !own.includes(scope)),
  }
}

/** Stores both granted and rejected scopes: otherwise the user would be asked again each time. */
export async function grantFor({ provider, interaction, client }: Step, asked: Awaited<ReturnType<typeof askedOf>>) {
  const known = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const grant = known ?? new provider.Grant({ accountId: asked.user.id, clientId: client.id })
  delete grant.rejected
  grant.addOIDCScope([...asked.allowed])
  if (asked.withheld.length > 0) grant.rejectOIDCScope([...asked.withheld])
  return grant.save()
}

/**
 * Another user may be signed in here, perhaps since another tab asked. What that user granted stays theirs, and nothing
 * of it passes on: the browser session starts again.
 */
export async function forgetOther(
  { provider, interaction }: Step,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
  if (!session.accountId || session.accountId === userId) return
  await session.destroy()
  delete interaction.session
  await interaction.persist()
}
