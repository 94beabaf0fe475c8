import { queryOptions } from '@tanstack/react-query'
import { ask } from './request.ts'

/** What this server offers: on the sign-in page, and beside the API. */
interface SignInOptions {
  /** The name of the provider of single sign-on, if it is set up. */
  readonly sso: string | null
  /** False: only one administrator, for emergencies. */
  readonly password: boolean
  /** Whether there is an API explorer at /docs. */
  readonly explorer: boolean
  /** Whether assistants can connect at /mcp. */
  readonly assistants: boolean
}

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: async () => (await ask<SignInOptions>('/ui/sign-in')).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where single sign-on begins. It returns to the page that is open. */
export const ssoAddress = (mustProve = false): string => {
  const returnTo = location.pathname + withoutReason(location.search)
  return `/ui/sso?${new URLSearchParams({ returnTo, ...(mustProve && { again: 'yes' }) })}`
}

/** Signs in at the provider again, to confirm that it is the user. */
export const SSO_CONFIRMATION = '/ui/sso?prove=yes'

const REASON = 'sso'

/** Why single sign-on did not succeed: the server adds the code to the address. */
export const ssoReason = (): string | null => new URLSearchParams(location.search).get(REASON)

function withoutReason(search: string): string {
  const query = new URLSearchParams(search)
  query.delete(REASON)
  return query.size > 0 ? `?${query}` : ''
}
