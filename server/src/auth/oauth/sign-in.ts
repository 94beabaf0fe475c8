import type { Actor } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { EMAIL_MAX, PASSWORD_MAX, type User, users } from '../access.resources.ts'
import { type CheckedUser, isKnown, lockChecked, userBy } from '../sign-in-actions.ts'
import { noteDown, scopeOfRequest } from './notes.ts'
import type { OAuth } from './oauth.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Checks a password as the API does: under the same throttle, and with the same audit entries. */
export async function signInAs(oauth: OAuth, actor: Actor, credentials: Credentials): Promise<User> {
  const { email, password } = credentials
  if (email.length > EMAIL_MAX || password.length > PASSWORD_MAX) throw new Problem('INVALID_CREDENTIALS')
  const records: Reads = oauth.store.reads(scopeOfRequest(oauth, actor))
  const checked = await userBy({ actor, records } as Context<Reads>, oauth.throttle, credentials)
  const user = isKnown(checked) ? await noteSignIn(oauth, actor, checked) : undefined
  if (user) return user
  const changes = { email: [null, email] as const }
  await noteDown(oauth, actor, { action: 'login-failed', resource: users.name, recordId: checked.id, changes })
  throw new Problem('INVALID_CREDENTIALS')
}

/** Undefined if the user has changed since the password was checked. */
function noteSignIn(oauth: OAuth, actor: Actor, checked: CheckedUser): Promise<User | undefined> {
  const { id: userId, name, role } = checked
  return oauth.store.write(scopeOfRequest(oauth, { ...actor, userId, name, role }), async (records) => {
    const user = await lockChecked(records, checked)
    if (user) records.note({ action: 'login', resource: users.name, recordId: userId })
    return user
  })
}
