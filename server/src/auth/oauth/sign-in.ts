import type { Actor } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { EMAIL_MAX, PASSWORD_MAX, type User, users } from '../access.resources.ts'
import { userBy } from '../sign-in-actions.ts'
import { frameOf, noteDown } from './notes.ts'
import type { OAuth } from './oauth.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Checks a password as signing in through the API does: under the same throttle, and noted alike. */
export async function signInAs(oauth: OAuth, actor: Actor, credentials: Credentials): Promise<User> {
  const { email, password } = credentials
  if (email.length > EMAIL_MAX || password.length > PASSWORD_MAX) throw new Problem('INVALID_CREDENTIALS')
  const records: Reads = oauth.store.reads(frameOf(oauth, actor))
  const user = await userBy({ actor, records } as Context<Reads>, oauth.throttle, credentials)
  if ('email' in user) {
    const { id: userId, name, role } = user
    await noteDown(oauth, { ...actor, userId, name, role }, { action: 'login', resource: users.name, recordId: userId })
    return user
  }
  const changes = { email: [null, email] as const }
  await noteDown(oauth, actor, { action: 'login-failed', resource: users.name, recordId: user.id, changes })
  throw new Problem('INVALID_CREDENTIALS')
}
