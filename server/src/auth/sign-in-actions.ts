import { type Action, type Context, writeAction } from '../core/action.ts'
import type { Failures } from '../core/audit/failures.ts'
import type { KeyRing } from '../core/keys/key-ring.ts'
import { faultsProblem, Problem } from '../core/problem.ts'
import type { HappeningNote, Reads, Records } from '../core/store.ts'
import { group, type InputOf, integer, optionalJson, text } from '../model/fields.ts'
import { msg } from '../model/message.ts'
import { EMAIL_MAX, PASSWORD_MAX, type User, users } from './access.resources.ts'
import { isPassword, isSameDigest, renewedDigest } from './passwords.ts'
import { type Grant, openSession, refreshSession } from './sessions.ts'
import type { Throttle } from './throttle.ts'
import { refuseThrottled } from './throttled.ts'
import { challengedUser, checkProof, secondStep } from './two-factor/second-step.ts'
import { canSignIn } from './users/can-sign-in.ts'

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

/** E-mail address and password; or, after they were right, the challenge of the second factor in their place. */
export const signInFields = {
  email: text({ max: EMAIL_MAX, example: 'admin@kontor.local' }),
  password: text({ max: PASSWORD_MAX, verbatim: true, example: 'correct horse battery staple' }),
  challenge: text({
    max: 100,
    verbatim: true,
    description: 'Of the answer SECOND_FACTOR_REQUIRED; good for five minutes.',
  }),
  code: text({ max: 100, description: 'Of the authenticator app, or a recovery code.', example: '123456' }),
  passkey: optionalJson<unknown>({ description: 'The signed challenge, as the browser returns it by toJSON().' }),
}
type SignInInput = InputOf<typeof signInFields>

/** How passwords are checked. */
export interface PasswordParts {
  readonly throttle: Throttle
  /** Only the administrator for emergencies may use a password. */
  readonly isPasswordOff: boolean
  /** Whether users with this address may sign in by a password. */
  mayUsePassword(email: string): boolean
}

/** The same for every address: a stranger must not learn which one is that of the administrator for emergencies. */
export const wrongSignIn = ({ isPasswordOff }: Pick<PasswordParts, 'isPasswordOff'>): Problem =>
  new Problem(isPasswordOff ? 'PASSWORD_SIGN_IN_OFF' : 'INVALID_CREDENTIALS')

/** What signing in takes beside the request. */
export interface SignInParts extends PasswordParts {
  readonly failures: Failures
  readonly tokenKeys: KeyRing
  /** Encrypts the secrets of authenticator apps. */
  readonly factorKey: Buffer
  /** The address of this service, where it is set. */
  readonly baseUrl: string | undefined
}

const answer = (outcome: Grant | Problem) => (outcome instanceof Problem ? { problem: outcome } : { data: outcome })

/** Signing in, through the API or in the web interface. */
export const loginAction = (parts: SignInParts, isWeb = false): Action =>
  writeAction({
    name: 'login',
    method: 'POST',
    path: '/login',
    summary: 'Sign in',
    description:
      'A user with a second factor is answered SECOND_FACTOR_REQUIRED with a `challenge`: repeat the call with the challenge in the place of e-mail address and password, and with `code` or `passkey`.',
    access: 'public',
    sensitive: true,
    status: 200,
    problems: [
      'INVALID_CREDENTIALS',
      'SECOND_FACTOR_REQUIRED',
      'INVALID_SECOND_FACTOR',
      'CHALLENGE_EXPIRED',
      'PASSWORD_SIGN_IN_OFF',
      'TOO_MANY_ATTEMPTS',
    ],
    input: signInFields,
    output: grantFields,
    // The password is checked before the transaction begins: it takes a tenth of a second.
    async prepare(ctx, input) {
      const user = await claimedUser(ctx, parts, input)
      const email = input.email ?? ''
      if (!isKnown(user)) {
        const operation = isWeb ? 'web-sessions.login' : 'sessions.login'
        await parts.failures.add(email, { actor: ctx.actor, operation, ...failedSignIn(email, user.id) })
        throw wrongSignIn(parts)
      }
      return { email, user, proof: await checkProof(ctx, parts.throttle, parts.factorKey, user, input) }
    },
    async run(ctx, { input: { email, user, proof } }) {
      const current = await lockChecked(ctx.records, user)
      if (!current) {
        ctx.records.note(failedSignIn(email, user.id))
        return { problem: wrongSignIn(parts) }
      }
      const problem = await secondStep(ctx, parts.factorKey, current, proof)
      if (problem) return { problem }
      return answer(await openSession(ctx, parts.tokenKeys, current, { isWeb, provenAt: ctx.now }))
    },
  })

export const failedSignIn = (email: string, recordId: string | null, reason?: string): HappeningNote => ({
  action: 'login-failed',
  resource: users.name,
  recordId,
  changes: { email: [null, email], ...(reason && { reason: [null, reason] }) },
})

/** The user of a challenge, or of an e-mail address and a password. */
async function claimedUser(ctx: Context<Reads>, parts: SignInParts, { challenge, email, password }: SignInInput) {
  if (challenge) return challengedUser(ctx, challenge)
  if (email?.trim() && password) return userBy(ctx, parts, { email, password })
  const missing = [...(email?.trim() ? [] : ['email']), ...(password ? [] : ['password'])]
  throw faultsProblem(missing.map((field) => ({ field, message: msg`This field is required.` })))
}

export const refreshAction = ({ tokenKeys }: SignInParts): Action =>
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
    input: { refreshToken: text({ required: true, max: 200, verbatim: true }) },
    output: grantFields,
    run: async (ctx, { input }) => answer(await refreshSession(ctx, tokenKeys, input.refreshToken)),
  })

interface Credentials {
  readonly email: string
  readonly password: string
}

/** A failed sign-in: the id of the user with this e-mail address, if there is one. */
interface Stranger {
  readonly id: string | null
}

/** A user whose password was right. */
export interface CheckedUser extends User {
  /** Replaces the digest of the password if its parameters are not the current ones. */
  readonly renewedHash?: string
}

export const isKnown = (user: CheckedUser | Stranger): user is CheckedUser => 'email' in user

/**
 * A password is checked before the transaction begins. Locks the user inside it; undefined if the password or the
 * activity has changed since the check. A password change locks the user too, so it ends every session opened before.
 */
export async function lockChecked(records: Records, checked: CheckedUser): Promise<User | undefined> {
  const known = await records.find(users, { id: checked.id })
  const current = known && (await records.lock(users, checked.id))
  if (!current || !canSignIn(current) || !isSameDigest(current.passwordHash, checked.passwordHash)) return undefined
  const isRenewed = !checked.renewedHash || current.passwordHash !== checked.passwordHash // by another sign-in
  return isRenewed ? current : records.amend(users, current, { passwordHash: checked.renewedHash! })
}

export async function userBy(
  ctx: Context<Reads>,
  { throttle, mayUsePassword }: Omit<PasswordParts, 'isPasswordOff'>,
  { email, password }: Credentials,
): Promise<CheckedUser | Stranger> {
  const { actor, records } = ctx
  await refuseThrottled(ctx, throttle, email)
  const user = await records.find(users, { email: email.trim() })
  // A password that does not count is checked as well, so that the time tells nothing about the address.
  const isRight = await isPassword(password, (mayUsePassword(email) && user?.passwordHash) || null)
  if (!user || !canSignIn(user) || !isRight) return { id: user?.id ?? null }
  await throttle.succeeded(email, actor.address)
  const renewedHash = await renewedDigest(password, user.passwordHash!)
  return renewedHash ? { ...user, renewedHash } : user
}
