import { type Actor, type CurrentActor, refusedAccess } from '../../core/access.ts'
import { actorBehind } from '../../core/jobs/ordered-by.ts'
import { type Grant, type Webhook, webhooks } from './webhooks.resource.ts'

/** Why a webhook no longer has anyone to read for. */
export type Ending = 'owner-inactive' | 'credential-ended'

/** With whose rights a webhook reads now, or why it does not any more. */
export type WebhookOwner = { readonly actor: Actor } | { readonly ended: Ending }

/** What ordering a webhook needs, and so does keeping it. */
const ORDERING = { method: 'POST', access: 'create', orAccess: 'update' } as const

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
  const ordered = { userId: createdBy, scopes, credential, address, ...(narrowedTo && { narrowedTo }) }
  const found = await actorBehind(backgroundActor, ordered)
  if ('actor' in found && !refusedAccess(found.actor, webhooks, ORDERING)) return found
  const user = 'actor' in found ? found : await actorBehind(backgroundActor, { ...ordered, credential: null })
  return { ended: 'actor' in user ? 'credential-ended' : 'owner-inactive' }
}
