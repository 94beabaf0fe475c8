import assert from 'node:assert/strict'
import { codeAt, stepAt } from '../../src/auth/two-factor/totp.ts'
import type { Kontor } from './kontor.ts'
import { PASSWORD, type Person } from './people.ts'

const STEP_MS = 30_000

/** An authenticator app of one user. */
export interface AuthenticatorApp {
  readonly recoveryCodes: readonly string[]
  /** A code that was not used before: the clock of the server moves on for it. */
  code(): string
}

/** Sets up an authenticator app through the API. */
export async function addApp(kontor: Kontor, { token }: Pick<Person, 'token'>): Promise<AuthenticatorApp> {
  const begun = await kontor.post('/auth/two-factor/totp', { currentPassword: PASSWORD }, { token })
  assert.equal(begun.status, 200, begun.text)
  const { secret } = begun.body.data
  const current = () => codeAt(secret, stepAt(kontor.now()))
  const confirmed = await kontor.post('/auth/two-factor/totp/confirm', { code: current() }, { token })
  assert.equal(confirmed.status, 200, confirmed.text)
  return {
    recoveryCodes: confirmed.body.data.recoveryCodes,
    code() {
      kontor.advance(STEP_MS)
      return current()
    },
  }
}
