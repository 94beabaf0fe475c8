import { covers, mayRead, maySee, permissionFor } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { equals, plainList } from '../../core/lists/list-query.ts'
import type { Reads } from '../../core/store.ts'
import { webhooks } from '../../features/webhooks/webhooks.resource.ts'
import { group, list, text } from '../../model/fields.ts'

export const disabledWebhooksField = list(group({ id: text({ required: true }), url: text({ required: true }) }), {
  description: 'Webhooks that Kontor has switched off, if I may read them. Only in a session.',
})

const LISTED_MAX = 20

/** For the user of a session, who can switch them on again. */
export async function disabledWebhooks({ actor, records }: Context<Reads>) {
  if (actor.credential?.kind !== 'session' || !mayRead(actor, webhooks)) return []
  if (covers(permissionFor(actor, webhooks).hidden, 'url')) return []
  const { records: off } = await records.list(webhooks, plainList([equals('isActive', false)], { perPage: LISTED_MAX }))
  return off
    .filter((webhook) => webhook.disabledReason !== null && maySee(actor, webhooks, webhook))
    .map(({ id, url }) => ({ id, url }))
}
