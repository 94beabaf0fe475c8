import { queryOptions } from '@tanstack/react-query'
import { http } from './http.ts'
import type { User } from './session.ts'

export interface Company {
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  readonly isSetUp?: boolean
}

export interface Me extends User {
  readonly scopes: readonly string[]
  readonly permissions: Readonly<Record<string, unknown>>
  readonly company?: Company
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await http<Me>('/auth/me', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
