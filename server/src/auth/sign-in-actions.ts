import { type Action, type Context, writeAction } from '../core/action.ts'
import { Problem } from '../core/problem.ts'
import type { Reads, Records } from '../core/store.ts'
import { group, integer, text } from '../model/fields.ts'
import { EMAIL_MAX, PASSWORD_MAX, type User, users } from './access.resources.ts'
import { isPassword } from './passwords.ts'
import { type Grant, openSession, refreshSession } from './sessions.ts'
import type { Throttle } from './throttle.ts'

export const shownUserFields = group({
  id: text({ required: true, example: 'usr_1m7egax4s00074crwpcg' }),
  email: text({ required: true, example: 'admin@kontor.local' }),
  name: text({ required: true, example: 'Administrator' }),
  role: text({ required: true, example: 'admin' }),
})

const grantFields = group({
  token: text({ required: true, description: 'The access token: send it as Authorization: Bearer.' }),
  refreshToken: text({ required: true, description: 'Good for one refresh.' }),
  expiresIn: integer({ required: true, description: 'Seconds until the access token expires.', example: 3600 }),
  user: shownUserFields,
})

export const credentialFields = {
  email: text({ required: true, max: EMAIL_MAX, example: 'admin@kontor.local' }),
  password: text({ required: true, max: PASSWORD_MAX, example: 'correct horse battery staple' }),
}

const answer = (outcome: Grant | Problem) => (outcome instanceof Problem ? { problem: outcome } : { data: outcome })

/** Signing in, through the API or in the web interface. */
export const loginAction = (secret: Buffer, throttle: Throttle, isWeb = false): Action =>
  writeAction({
    name: 'login',
    method: 'POST',
    path: '/login',
    summary: 'Sign in',
    access: 'public',
    sensitive: true,
    status: 200,
    problems: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
    input: credentialFields,
    output: grantFields,
    // The password is checked before the transaction begins: it takes a tenth of a second.
    prepare: async (ctx, input) => ({ email: input.email, user: await userBy(ctx, throttle, input) }),
    async run(ctx, { input: { email, user } }) {
      const current = isKnown(user) ? await lockChecked(ctx.records, user) : undefined
      if (current) return answer(await openSession(ctx, secret, current, isWeb))
      const changes = { email: [null, email] as const }
      ctx.records.note({ action: 'login-failed', resource: users.name, recordId: user.id, changes })
      return { problem: new Problem('INVALID_CREDENTIALS') }
    },
  })

export const refreshAction = (secret: Buffer): Action =>
  writeAction({
    name: 'refresh',
    method: 'POST',
    path: '/refresh',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Repeated within ten seconds it answers with the same successor; used again later it ends the session.',
    access: 'public',
    sensitive: true,
    status: 200,
    problems: ['INVALID_REFRESH_TOKEN', 'REFRESH_TOKEN_REUSED'],
    input: { refreshToken: text({ required: true, max: 200 }) },
    output: grantFields,
    run: async (ctx, { input }) => answer(await refreshSession(ctx, secret, input.refreshToken)),
  })

interface Credentials {
  readonly email: string
  readonly password: string
}

/** A failed sign-in: the id of the user with this e-mail address, if there is one. */
interface Stranger {
  readonly id: string | null
}

export const isKnown = (user: User | Stranger): user is User => 'email' in user

/**
 * A password is checked before the transaction begins. Locks the user inside it; undefined if the password or the
 * activity has changed since the check. A password change locks the user too, so it ends every session opened before.
 */
export async function lockChecked(records: Records, checked: User): Promise<User | undefined> {
  const known = await records.find(users, { id: checked.id })
  const current = known && (await records.lock(users, checked.id))
  return current?.isActive && current.passwordHash === checked.passwordHash ? current : undefined
}

/** `wait` is in seconds. */
export function refuseTooMany(wait: number, what: string): void {
  if (wait === 0) return
  const message = `Too many ${what}. Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`
  throw new Problem('TOO_MANY_ATTEMPTS', { message, retryAfterSeconds: wait })
}

export async function userBy(
  { actor, records }: Context<Reads>,
  throttle: Throttle,
  { email, password }: Credentials,
): Promise<User | Stranger> {
  refuseTooMany(await throttle.attempt(email, actor.address), 'attempts to sign in')
  const user = await records.find(users, { email: email.trim() })
  const isRight = await isPassword(password, user?.passwordHash ?? null)
  if (!user?.isActive || !isRight) return { id: user?.id ?? null }
  await throttle.succeeded(email, actor.address)
  return user
}
