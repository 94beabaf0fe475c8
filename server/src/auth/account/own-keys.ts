import { type Action, type Context, readAction, writeAction } from '../../core/action.ts'
import { equals, plainList } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { group, instant, list, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { apiKeys, apiKeyUses } from '../api-keys/api-keys.resource.ts'

const LISTED_MAX = 1000

const shownKeyFields = group({
  id: text({ required: true, example: 'key_1m7egax4s00074crwpcg' }),
  name: text({ required: true, example: 'Web shop' }),
  prefix: text({ required: true, example: 'ktk_live_3vQm' }),
  scopes: list(text(), { example: ['read'] }),
  createdAt: instant({ required: true }),
  expiresAt: instant({ required: true }),
  lastUsedAt: instant(),
  lastUsedIp: text({ example: '203.0.113.7' }),
})

/** The keys that act for the user. A role without rights on API keys sees and revokes these too. */
export const ownKeyActions: readonly Action[] = [
  readAction({
    name: 'list-own-keys',
    method: 'GET',
    path: '/api-keys',
    summary: 'List the API keys that act for me',
    description: 'Also those that an administrator has created for me.',
    access: 'signed-in',
    sessionOnly: true,
    sensitive: true,
    status: 200,
    output: list(shownKeyFields),
    run: async (ctx) => ({ data: await ownKeys(ctx) }),
  }),
  writeAction({
    name: 'revoke-own-key',
    method: 'DELETE',
    path: '/api-keys/:id',
    summary: 'Revoke an API key that acts for me',
    description: 'It is refused from the next request on.',
    access: 'signed-in',
    sessionOnly: true,
    sensitive: true,
    status: 204,
    async run({ actor, records }, { id }) {
      const key = await records.find(apiKeys, { id, owner: actor.userId! })
      if (!key) throw new Problem('NOT_FOUND', { text: msg`You have no API key "${id}".` })
      await records.remove(apiKeys, await records.lock(apiKeys, id))
      return undefined
    },
  }),
]

async function ownKeys({ actor, now, records }: Context<Reads>) {
  const conditions = [equals('owner', actor.userId), { path: 'expiresAt', operator: 'gt', values: [now] } as const]
  const keys = (await records.list(apiKeys, plainList(conditions, { perPage: LISTED_MAX }))).records
  const uses = await records.getMany(
    apiKeyUses,
    keys.map(({ id }) => id),
  )
  return keys.map(({ id, name, prefix, scopes, createdAt, expiresAt }) => {
    const { lastUsedAt = null, lastUsedIp = null } = uses.get(id) ?? {}
    return { id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt, lastUsedIp }
  })
}
