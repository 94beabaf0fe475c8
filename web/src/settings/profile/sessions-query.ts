import { queryOptions } from '@tanstack/react-query'
import { http } from '../../api/http.ts'

export interface OwnSession {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly address: string
  readonly userAgent: string | null
  readonly expiresAt: string
  readonly isWeb: boolean
  readonly isCurrent: boolean
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await http<readonly OwnSession[]>('/auth/sessions', { signal })).data,
})

export interface ConnectedApp {
  readonly id: string
  readonly client: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: string
}

export const connectedAppsQuery = queryOptions({
  queryKey: ['connected-apps'],
  queryFn: async ({ signal }) => (await http<readonly ConnectedApp[]>('/auth/connected-apps', { signal })).data,
})
