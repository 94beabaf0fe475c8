import { queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from './call.ts'

export type TwoFactor = DataOf<'GET /auth/two-factor'>

/** The second factors of the user. */
export const twoFactorQuery = queryOptions({
  queryKey: ['security', 'two-factor'],
  queryFn: async ({ signal }): Promise<TwoFactor> => (await call('GET /auth/two-factor', { signal })).data,
})
