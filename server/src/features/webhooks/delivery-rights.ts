import { type Actor, covers, mayRead, permissionFor } from '../../core/access.ts'
import { involvedIn } from '../../core/reply/revealed.ts'
import type { Resource } from '../../model/resource.ts'
import type { WebhookDelivery } from './webhook-deliveries.resource.ts'
import type { Webhook } from './webhooks.resource.ts'

const OWN = '.(own)'

/**
 * What an actor does not see of a resource: hidden fields (`customers.creditLimit`), the resource as a whole (`invoices`), and
 * where only the actor's own records are seen. Fields that show something of other resources count among the hidden ones.
 */
export function limitsOf(subjects: readonly Resource[], actor: Actor, resource: Resource): string[] {
  const isOwn = (other: Resource) => permissionFor(actor, other).own === true
  return [
    ...limitsOn(actor, resource),
    // A list of other records holds the actor's own ones.
    ...involvedIn(resource)
      .filter(isOwn)
      .map(({ name }) => name + OWN),
    ...reasonsIn(subjects, resource).flatMap((other) => limitsOn(actor, other)),
  ]
}

function limitsOn(actor: Actor, resource: Resource): string[] {
  const { name } = resource
  if (!mayRead(actor, resource)) return [name]
  const { own, hidden = [] } = permissionFor(actor, resource)
  return [...(own ? [name + OWN] : []), ...hidden.map((path) => `${name}.${path}`)]
}

/** The reasons in `allowedTransitions` may be about any record of the business. */
const reasonsIn = (subjects: readonly Resource[], resource: Resource): readonly Resource[] =>
  resource.fields.allowedTransitions
    ? subjects.filter((one) => one !== resource && !one.administrative && !one.personal)
    : []

/** Whether an actor may see now all that the body of a delivery tells: it was written for one who saw no more. */
export function mayReadBody(subjects: readonly Resource[], actor: Actor, delivery: WebhookDelivery): boolean {
  const { resource: name, createdBy, limits } = delivery
  if (name === null) return true // a test
  const resource = subjects.find((one) => one.name === name)
  if (!resource) return false
  return limitsOf(subjects, actor, resource).every(
    (limit) => covers(limits ?? [], limit) && (!limit.endsWith(OWN) || createdBy === actor.userId),
  )
}

export type DropReason = NonNullable<WebhookDelivery['droppedReason']>

/** Why a delivery is not sent, although the webhook is active: it was written for another address, or for wider rights. */
export function dropReasonOf(
  subjects: readonly Resource[],
  { url }: Webhook,
  actor: Actor,
  delivery: WebhookDelivery,
): DropReason | undefined {
  if (delivery.url !== url) return 'address-changed'
  return mayReadBody(subjects, actor, delivery) ? undefined : 'rights-lost'
}
