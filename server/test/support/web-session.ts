import assert from 'node:assert/strict'
import type { Answer, Kontor } from './kontor.ts'
import { PASSWORD } from './people.ts'

export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

interface UiOptions {
  readonly body?: unknown
  /** The value of the cookie. */
  readonly cookie?: string
  readonly isSecure?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as a page of the web interface sends it, unless other headers are given. */
export const ui = (
  kontor: Kontor,
  method: 'POST' | 'DELETE',
  path: string,
  { body, cookie, isSecure = false, headers = SAME_ORIGIN }: UiOptions = {},
): Promise<Answer> =>
  kontor.call(method, `root:/ui/session${path}`, {
    token: null,
    ...(body !== undefined && { body }),
    headers: {
      ...headers,
      ...(cookie !== undefined && { cookie: `theme=dark; ${isSecure ? '__Host-' : ''}kontor_session=${cookie}` }),
    },
  })

/** The cookie that an answer sets: its value, and what else is said of it. */
export function cookieIn({ headers }: Answer): { value: string; attributes: string[] } {
  const [pair = '', ...attributes] = String(headers['set-cookie']).split('; ')
  const isSecure = attributes.includes('Secure')
  assert.match(pair, isSecure ? /^__Host-kontor_session=/ : /^kontor_session=/)
  return { value: pair.slice(pair.indexOf('=') + 1), attributes }
}

/** Signs in to the web interface. */
export async function signInToWeb(kontor: Kontor, email: string): Promise<{ token: string; cookie: string }> {
  const answer = await ui(kontor, 'POST', '', { body: { email, password: PASSWORD } })
  assert.equal(answer.status, 200, answer.text)
  return { token: answer.body.data.token, cookie: cookieIn(answer).value }
}
