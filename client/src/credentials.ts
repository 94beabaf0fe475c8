import { KontorConnectionError, KontorError } from './errors.ts'
import { wait } from './retry.ts'
import { bodyOf, type Transport } from './transport.ts'

type Headers = Readonly<Record<string, string>>

/** What a request is authorised by. */
export interface Credential {
  /** `transport` sends requests without a credential. */
  headers(transport: Transport): Promise<Headers>
  /** Replaces what was used and is no longer valid. Missing: it cannot be replaced. */
  renew?(transport: Transport, used: Headers): Promise<void>
}

/** Each refresh answers a new refresh token, and ends the old one: keep it. */
export interface Tokens {
  readonly token: string
  readonly refreshToken: string
}

interface Renewed {
  readonly refreshToken: string
  /** If one is still valid. */
  readonly token?: string
  /** Called with the new tokens before they are used. */
  readonly onTokens?: (tokens: Tokens) => void | Promise<void>
}

/** The tokens that `POST /auth/login` answers. */
export type SessionCredential = Renewed

/** The tokens that an app got by OAuth 2.0. */
export interface OAuthCredential extends Renewed {
  readonly clientId: string
  /** Of an app that can keep one. */
  readonly clientSecret?: string
}

/** A token, or a function that gets one; it is called for each request. */
export type TokenSource = string | (() => string | Promise<string>)

export const apiKey = (key: string): Credential => ({ headers: async () => ({ 'x-api-key': key }) })

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

export const token = (source: TokenSource): Credential => ({
  headers: async () => bearer(typeof source === 'string' ? source : await source()),
})

export const session = (given: SessionCredential): Credential =>
  renewed(given, async (transport, refreshToken) => {
    const { data } = (await answerOf(transport, '/api/v1/auth/refresh', { refreshToken })) as { data: Tokens }
    return data
  })

export const oauth = (given: OAuthCredential): Credential =>
  renewed(given, async (transport, refreshToken) => {
    const { clientId, clientSecret } = given
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId })
    if (clientSecret) form.set('client_secret', clientSecret)
    const tokens = (await answerOf(transport, '/oauth/token', String(form), FORM)) as {
      access_token: string
      refresh_token?: string
    }
    return { token: tokens.access_token, refreshToken: tokens.refresh_token ?? refreshToken }
  })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const TRIES = 3
const PAUSE_MS = 500

/** A refresh whose response was lost may be repeated within ten seconds: it answers the same tokens. */
async function answerOf(
  transport: Transport,
  path: string,
  body: unknown,
  headers: Headers = {},
  tries = TRIES,
): Promise<unknown> {
  try {
    const response = await transport.sendOnce(path, { method: 'POST', body, headers })
    const answer = await bodyOf(response)
    if (response.ok) return answer
    throw new KontorError(response.status, inOwnTerms(answer), response.headers)
  } catch (error) {
    if (!(error instanceof KontorConnectionError) || tries <= 1) throw error
    await wait(PAUSE_MS)
    return answerOf(transport, path, body, headers, tries - 1)
  }
}

/** OAuth names its errors in its own way. */
function inOwnTerms(answer: unknown): unknown {
  const { error, error_description: message } = (answer ?? {}) as { error?: unknown; error_description?: string }
  if (typeof error !== 'string') return answer
  const code = error === 'invalid_grant' ? 'INVALID_REFRESH_TOKEN' : 'INVALID_CREDENTIALS'
  return { error: { code, message, reason: error } }
}

type Refresh = (transport: Transport, refreshToken: string) => Promise<Tokens>

/** Requests that need a new token at the same time share one refresh: a second one would end the session. */
function renewed({ token: first, refreshToken, onTokens }: Renewed, refresh: Refresh): Credential {
  let tokens: Partial<Tokens> & Pick<Tokens, 'refreshToken'> = { refreshToken, ...(first && { token: first }) }
  let pending: Promise<void> | undefined
  const replace = (transport: Transport) => {
    pending ??= refresh(transport, tokens.refreshToken)
      .then(async ({ token, refreshToken }) => {
        tokens = { token, refreshToken }
        await onTokens?.({ token, refreshToken })
      })
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  return {
    async headers(transport) {
      if (pending || !tokens.token) await replace(transport)
      return bearer(tokens.token!)
    },
    async renew(transport, used) {
      if (used.authorization === `Bearer ${tokens.token}`) await replace(transport)
    },
  }
}
