import { type Actor, type CurrentActor, refusedAccess, serviceActor } from '../../core/access.ts'
import { Problem } from '../../core/problem.ts'
import { type Grant, type Webhook, webhooks } from './webhooks.resource.ts'

/** Why a webhook no longer has anyone to read for. */
export type Ending = 'owner-inactive' | 'credential-ended'

/** With whose rights a webhook reads now, or why it does not any more. */
export type WebhookOwner = { readonly actor: Actor } | { readonly ended: Ending }

/** What ordering a webhook needs, and so does keeping it. */
const ORDERING = { method: 'POST', access: 'create', orAccess: 'update' } as const

/** The answers to a credential that has ended, may not be used so any more, or whose user was removed. */
const ENDED: readonly number[] = [401, 403, 404]

/** What the credential allows that orders a webhook. What a signed-in person orders belongs to the user, not to the session. */
export const grantOf = ({ scopes, narrowedTo, credential, address }: Actor): Grant => ({
  scopes,
  ...(narrowedTo && { narrowedTo }),
  ...(credential && credential.kind !== 'session' && { credential: { kind: credential.kind, id: credential.id } }),
  address,
})

/** Looks up who ordered a webhook, with the rights of this moment. */
export async function ownerOf(
  backgroundActor: CurrentActor,
  { createdBy, grant }: Pick<Webhook, 'createdBy' | 'grant'>,
): Promise<WebhookOwner> {
  if (!createdBy || !grant) return { ended: 'owner-inactive' }
  const { scopes, narrowedTo, credential = null, address = '' } = grant
  const ordered = { ...serviceActor, userId: createdBy, scopes, credential, address, ...(narrowedTo && { narrowedTo }) }
  const actor = await actorOrUndefined(backgroundActor, ordered)
  if (actor && !refusedAccess(actor, webhooks, ORDERING)) return { actor }
  const isActive = actor ?? (await actorOrUndefined(backgroundActor, { ...ordered, credential: null }))
  return { ended: isActive ? 'credential-ended' : 'owner-inactive' }
}

async function actorOrUndefined(backgroundActor: CurrentActor, ordered: Actor): Promise<Actor | undefined> {
  try {
    return await backgroundActor(ordered)
  } catch (error) {
    if (error instanceof Problem && ENDED.includes(error.status)) return undefined
    throw error
  }
}
