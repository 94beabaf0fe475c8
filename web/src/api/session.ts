import type { Schemas } from '../../../client/src/types.ts'
import { isCode, isStatus } from './api-error.ts'
import { keptInputs } from './kept/kept-input.ts'
import { ask } from './request.ts'

/**
 * Who is signed in. The access token lives in memory only; the refresh token is a cookie that no script can read, so a
 * reload begins with a refresh.
 */
export type User = Schemas['LoginOutput']['user']

interface Grant {
  readonly token: string
  readonly user: User
}

/** E-mail address and password; or the challenge that followed them, with a code or what a passkey has signed. */
export type Credentials = Schemas['LoginInput']

/** The password was right, and a second factor is asked for. */
export interface SecondStep {
  readonly challenge: string
  readonly factors: readonly string[]
  /** What a passkey signs, if the user has one. */
  readonly passkeyOptions?: unknown
}

export type SessionState =
  | { readonly phase: 'starting' | 'out' }
  /** `lost`: the session has ended while the user's work is still on the screen. */
  | { readonly phase: 'in' | 'lost'; readonly user: User }

const ADDRESS = '/ui/session'
/** No script can read the cookie; this flag says whether there should be one, so that no refresh is tried without. */
const KEPT_AS = 'kontor.signed-in'
/** The server adds it to the address after single sign-on. */
const SIGNED_IN = '#signed-in'

let state: SessionState = { phase: 'starting' }
let token: string | undefined
let refreshing: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function become(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

function begin({ token: fresh, user }: Grant): void {
  token = fresh
  localStorage.setItem(KEPT_AS, 'yes')
  const isSame = state.phase === 'in' && state.user.id === user.id && state.user.email === user.email
  if (!isSame) become({ phase: 'in', user })
}

function end(next: SessionState): void {
  token = undefined
  localStorage.removeItem(KEPT_AS)
  become(next)
}

/** False: the session has ended. Throws if that cannot be determined. */
async function renew(): Promise<boolean> {
  try {
    const { data } = await ask<Grant>(`${ADDRESS}/refresh`, { method: 'POST' })
    begin(data)
    return true
  } catch (error) {
    if (!isStatus(error, 401, 403)) throw error
    end('user' in state ? { phase: 'lost', user: state.user } : { phase: 'out' })
    return false
  }
}

/** After single sign-on there is a session that this page does not know of yet. */
function isBackFromProvider(): boolean {
  if (location.hash !== SIGNED_IN) return false
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}

export const session = {
  state: () => state,
  token: () => token,
  /** Whether the browser was signed in when it was last used. */
  isExpected: () => localStorage.getItem(KEPT_AS) !== null,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** When the page is opened; once is enough. */
  async start(): Promise<void> {
    if (state.phase !== 'starting') return
    if (session.isExpected() || isBackFromProvider()) await session.refresh()
    else end({ phase: 'out' })
  },
  /** Signed in, unless it answers a second step. */
  async signIn(credentials: Credentials): Promise<SecondStep | undefined> {
    try {
      begin((await ask<Grant>(ADDRESS, { method: 'POST', body: credentials })).data)
      return undefined
    } catch (error) {
      if (isCode(error, 'SECOND_FACTOR_REQUIRED')) return error.data as unknown as SecondStep
      throw error
    }
  },
  /** Requests that fail together share one refresh. */
  refresh(): Promise<boolean> {
    refreshing ??= renew().finally(() => {
      refreshing = undefined
    })
    return refreshing
  },
  async signOut(): Promise<void> {
    await ask(ADDRESS, { method: 'DELETE' }).catch(() => undefined)
    keptInputs.clear()
    end({ phase: 'out' })
  },
}
