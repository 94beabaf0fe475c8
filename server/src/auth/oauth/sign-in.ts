import type { Actor } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads, Records } from '../../core/store.ts'
import { timeText } from '../../model/text.ts'
import { EMAIL_MAX, PASSWORD_MAX, roles, type User, users } from '../access.resources.ts'
import { dueDate } from '../identify.ts'
import { noticeOfDevice } from '../mail/notices.ts'
import { type CheckedUser, failedSignIn, isKnown, lockChecked, userBy, wrongSignIn } from '../sign-in-actions.ts'
import { type CheckedProof, challengedUser, checkProof, type SentProof, secondStep } from '../two-factor/second-step.ts'
import { browserSessionsOf } from './browser-sessions.ts'
import { OPERATION, scopeOfRequest } from './notes.ts'
import type { OAuth } from './oauth.ts'

/** As the API takes them: the challenge stands in the place of address and password. */
export interface Credentials extends SentProof {
  readonly email: string
  readonly password: string
}

/** Checks a sign-in as the API does: under the same throttle, with the same second factor and the same audit entries. */
export async function signInAs(oauth: OAuth, actor: Actor, credentials: Credentials): Promise<User> {
  const { email, password, challenge } = credentials
  if (email.length > EMAIL_MAX || password.length > PASSWORD_MAX) throw wrongSignIn(oauth)
  const records: Reads = oauth.store.reads(scopeOfRequest(oauth, actor))
  const ctx = { actor, records, now: timeText(oauth.clock()) } as Context<Reads>
  const checked = await (challenge ? challengedUser(ctx, challenge) : userBy(ctx, oauth, credentials))
  if (!isKnown(checked)) return refuse(oauth, actor, email, checked.id)
  const proof = await checkProof(ctx, oauth.throttle, oauth.factorKey, checked, credentials)
  const user = await noteSignIn(oauth, actor, checked, proof)
  if (user instanceof Problem) throw user
  return user ?? refuse(oauth, actor, email, checked.id)
}

async function refuse(oauth: OAuth, actor: Actor, email: string, recordId: string | null): Promise<never> {
  await oauth.failures.add(email, { actor, operation: OPERATION, ...failedSignIn(email, recordId) })
  throw wrongSignIn(oauth)
}

/** Undefined if the user has changed since the password was checked; a problem if the second factor is not proven. */
function noteSignIn(oauth: OAuth, before: Actor, checked: CheckedUser, proof: CheckedProof) {
  const { id: userId, name, role } = checked
  const actor = { ...before, userId, name, role }
  const scope = scopeOfRequest(oauth, actor)
  return oauth.store.write(scope, async (records): Promise<User | Problem | undefined> => {
    const user = await lockChecked(records, checked)
    if (!user) return undefined
    const ctx = { actor, records, now: scope.now, ...(oauth.mail && { mail: oauth.mail }) } as Context
    const problem =
      (await secondStep(ctx, oauth.factorKey, user, proof)) ?? (await missingFactor(records, ctx.now, user))
    if (problem) return problem
    if (oauth.mail) await noticeOfDevice(ctx, user, await browserSessionsOf(ctx))
    records.note({ action: 'login', resource: users.name, recordId: userId })
    return user
  })
}

async function missingFactor(records: Records, now: string, user: User): Promise<Problem | undefined> {
  const role = await records.find(roles, { name: user.role })
  const due = role && dueDate(role, user)
  return due && due <= now ? new Problem('SECOND_FACTOR_SETUP_REQUIRED') : undefined
}
