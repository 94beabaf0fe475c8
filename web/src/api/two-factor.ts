import { queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from './call.ts'

type Told = DataOf<'GET /auth/two-factor'>

/** `totp` is null until there is an app. */
export type TwoFactor = Omit<Told, 'totp'> & { readonly totp: Told['totp'] | null }

/** The second factors of the user. */
export const twoFactorQuery = queryOptions({
  queryKey: ['security', 'two-factor'],
  queryFn: async ({ signal }): Promise<TwoFactor> => (await call('GET /auth/two-factor', { signal })).data,
})
