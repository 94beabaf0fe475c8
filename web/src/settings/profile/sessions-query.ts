import { queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from '../../api/call.ts'

export type OwnSession = DataOf<'GET /auth/sessions'>[number]

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call('GET /auth/sessions', { signal })).data,
})

export type ConnectedApp = DataOf<'GET /auth/connected-apps'>[number]

export const connectedAppsQuery = queryOptions({
  queryKey: ['connected-apps'],
  queryFn: async ({ signal }) => (await call('GET /auth/connected-apps', { signal })).data,
})
