// What is added to each attempt of a request, around the fetch of the platform.
import type { Credential } from './credentials.ts'
import { codeOf, type Fetch, type Transport } from './transport.ts'

/** Fails if the response does not begin in time; reading it may take longer. 0: no limit. */
export const limited = (send: Fetch, timeoutMs: number): Fetch =>
  timeoutMs <= 0
    ? send
    : async (address, init) => {
        const timeout = new AbortController()
        const expire = () => timeout.abort(new Error(`No response within ${timeoutMs} ms.`))
        const timer = setTimeout(expire, timeoutMs)
        const signal = init.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal
        try {
          return await send(address, { ...init, signal })
        } finally {
          clearTimeout(timer)
        }
      }

export const headed = (send: Fetch, headers: Readonly<Record<string, string>>): Fetch => {
  return (address, init) => send(address, { ...init, headers: { ...headers, ...init.headers } })
}

/** Another token makes these right. */
const STALE = ['TOKEN_EXPIRED', 'INVALID_TOKEN']

/** With the credential; it is renewed once if it is no longer valid. `open` sends requests without a credential. */
export const authorised =
  (send: Fetch, credential: Credential, open: Transport): Fetch =>
  async (address, init) => {
    const used = await credential.headers(open)
    const response = await headed(send, used)(address, init)
    if (response.status !== 401 || !credential.renew || !STALE.includes(await codeOf(response))) return response
    await credential.renew(open, used)
    return headed(send, await credential.headers(open))(address, init)
  }
