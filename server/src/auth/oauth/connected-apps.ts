import { type Action, type Context, readAction, writeAction } from '../../core/action.ts'
import { type Condition, plainList } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { group, instant, list, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { oauthClients } from './clients/oauth-clients.resource.ts'
import { endGrant, grantedScopes } from './grants.ts'
import { type OAuthArtifact, oauthArtifacts } from './oauth-artifacts.resource.ts'

const LISTED_MAX = 1000

const shownAppFields = group({
  id: text({ required: true, example: 'oar_0c9d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0c1d2e3f4a5b' }),
  client: text({ required: true, description: 'The client id of the app.', example: 'app_1m7egax4s00074crwpcg' }),
  name: text({ required: true, example: 'Web shop' }),
  scopes: list(text(), { example: ['read'] }),
  createdAt: instant({ required: true, description: 'When the user allowed the app.' }),
})

/** The apps that the user has allowed. For a signed-in person only: an app cannot see or revoke other apps. */
export const connectedAppActions: readonly Action[] = [
  readAction({
    name: 'list-connected-apps',
    method: 'GET',
    path: '/connected-apps',
    summary: 'List the apps that may act for me',
    access: 'signed-in',
    sessionOnly: true,
    sensitive: true,
    status: 200,
    output: list(shownAppFields),
    run: async (ctx) => ({ data: await connectedApps(ctx) }),
  }),
  writeAction({
    name: 'disconnect-app',
    method: 'DELETE',
    path: '/connected-apps/:id',
    summary: 'Revoke the access of a connected app',
    description: 'Its tokens are refused from the next request on.',
    access: 'signed-in',
    sessionOnly: true,
    sensitive: true,
    status: 204,
    async run({ actor, records }, { id }) {
      const grant = await records.find(oauthArtifacts, { id })
      if (grant?.model !== 'Grant' || grant.user !== actor.userId) {
        throw new Problem('NOT_FOUND', { text: msg`There is no connected app "${id}".` })
      }
      await endGrant(records, id)
      records.note({ action: 'revoke', resource: oauthClients.name, recordId: grant.client })
      return undefined
    },
  }),
]

/** A grant without a valid token was never used, or has expired. */
async function connectedApps(ctx: Context<Reads>) {
  const [grants, tokens] = [await live(ctx, 'Grant'), await live(ctx, 'RefreshToken')]
  const inUse = new Set(tokens.map(({ grant }) => grant))
  const used = grants.filter(({ id }) => inUse.has(id))
  const clients = await ctx.records.getMany(oauthClients, [...new Set(used.map(({ client }) => client!))])
  return used.flatMap((grant) => {
    const { id, createdAt } = grant
    const client = clients.get(grant.client!)
    if (!client?.isActive) return []
    return [{ id, client: client.id, name: client.name, scopes: grantedScopes(grant), createdAt }]
  })
}

async function live({ actor, now, records }: Context<Reads>, model: string): Promise<readonly OAuthArtifact[]> {
  const conditions: Condition[] = [
    { path: 'user', operator: 'eq', values: [actor.userId] },
    { path: 'model', operator: 'eq', values: [model] },
    { path: 'consumedAt', operator: 'eq', values: [null] },
    { path: 'expiresAt', operator: 'gt', values: [now] },
  ]
  return (await records.list(oauthArtifacts, plainList(conditions, { perPage: LISTED_MAX }))).records
}
