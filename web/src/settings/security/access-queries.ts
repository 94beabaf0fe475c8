import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from '../../api/call.ts'
import { meQuery } from '../../api/me.ts'

/** All that is shown of the user's own sign-in lies under one name, so that it can be read again together. */
const ALL = 'security'

/** `kind`: where it began, such as the API or the web interface. */
export type OwnSession = DataOf<'GET /auth/sessions'>[number] & { readonly kind?: string }
export type ConnectedApp = DataOf<'GET /auth/connected-apps'>[number]
export type OwnWebhook = DataOf<'GET /auth/webhooks'>[number]
export type OwnKey = DataOf<'GET /auth/api-keys'>[number]
export type SecurityEvent = DataOf<'GET /auth/security-events'>[number]

export const sessionsQuery = queryOptions({
  queryKey: [ALL, 'sessions'],
  queryFn: async ({ signal }): Promise<readonly OwnSession[]> => (await call('GET /auth/sessions', { signal })).data,
})

export const connectedAppsQuery = queryOptions({
  queryKey: [ALL, 'connected-apps'],
  queryFn: async ({ signal }) => (await call('GET /auth/connected-apps', { signal })).data,
})

export const ownKeysQuery = queryOptions({
  queryKey: [ALL, 'own-keys'],
  queryFn: async ({ signal }) => (await call('GET /auth/api-keys', { signal })).data,
})

export const ownWebhooksQuery = queryOptions({
  queryKey: [ALL, 'own-webhooks'],
  queryFn: async ({ signal }) => (await call('GET /auth/webhooks', { signal })).data,
})

export const securityEventsQuery = queryOptions({
  queryKey: [ALL, 'events'],
  queryFn: async ({ signal }) => (await call('GET /auth/security-events', { signal })).data,
})

/** A second factor also changes what the user must set up. */
export async function rereadSecurity(client: QueryClient): Promise<void> {
  await Promise.all([[ALL], meQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })))
}
