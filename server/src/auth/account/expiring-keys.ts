import { type Actor, mayRead, permissionFor } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { type Condition, equals, plainList } from '../../core/lists/list-query.ts'
import type { Reads } from '../../core/store.ts'
import { group, instant, list, text } from '../../model/fields.ts'
import { later } from '../../model/text.ts'
import { apiKeys } from '../api-keys/api-keys.resource.ts'
import { KEY_WARNING_MS } from '../identify.ts'

export const expiringKeysField = list(
  group({
    id: text({ required: true, example: 'key_1m7egax4s00074crwpcg' }),
    name: text({ required: true, example: 'Web shop' }),
    expiresAt: instant({ required: true }),
  }),
  {
    description:
      'API keys that expire within 14 days: mine, or all if my role may read all of them. Only in a session.',
  },
)

const LISTED_MAX = 20

/** For the user of a session, who can replace them. */
export async function expiringKeys({ actor, now, records }: Context<Reads>) {
  if (actor.credential?.kind !== 'session') return []
  const conditions: Condition[] = [
    { path: 'expiresAt', operator: 'gt', values: [now] },
    { path: 'expiresAt', operator: 'lt', values: [later(now, KEY_WARNING_MS)] },
    ...(readsAll(actor) ? [] : [equals('owner', actor.userId)]),
  ]
  const { records: found } = await records.list(apiKeys, plainList(conditions, { perPage: LISTED_MAX }))
  return found.filter(({ replacedBy }) => !replacedBy).map(({ id, name, expiresAt }) => ({ id, name, expiresAt }))
}

function readsAll(actor: Actor): boolean {
  const { own, hidden = [] } = permissionFor(actor, apiKeys)
  return mayRead(actor, apiKeys) && !own && hidden.length === 0
}
