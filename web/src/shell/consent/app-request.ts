import { queryOptions } from '@tanstack/react-query'
import { transport } from '../../api/http.ts'
import { ask } from '../../api/request.ts'

/** What is known before a user has signed in. */
export interface AppRequest {
  readonly app: string
  /** The e-mail address of the user whom the app expects. */
  readonly loginHint: string | null
  /** The app wants the user to enter the password, also if the user is signed in. */
  readonly mustProve: boolean
}

export const appRequestQuery = queryOptions({
  queryKey: ['app-request'],
  queryFn: async () => (await ask<AppRequest>(`${location.pathname}/request`)).data,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** What the user is asked to allow. */
export interface Asked {
  readonly app: string
  readonly redirectUri: string
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly allowed: readonly string[]
  /** Asked for, but more than the role of the user has. */
  readonly withheld: readonly string[]
}

interface Next {
  readonly asked?: Asked
  /** Where the browser goes on. */
  readonly returnTo?: string
}

export const send = async (answer: 'continue' | 'allow' | 'deny'): Promise<Next> =>
  (await (await transport.send(`${location.pathname}/${answer}`, { method: 'POST' })).json()).data

/** Not by a link: the answers of this page are good for once, so there is nothing to come back to. */
export const leaveFor = (address: string): void => location.replace(address)
