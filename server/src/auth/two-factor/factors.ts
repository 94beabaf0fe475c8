import type { Context } from '../../core/action.ts'
import { decrypt } from '../../core/keys/encryption.ts'
import type { Reads } from '../../core/store.ts'
import { type User, users } from '../access.resources.ts'
import { endSessionsOf } from '../sessions.ts'
import { credentialIdIn, signatureCount } from './passkeys.ts'
import { isRecoveryCode, removeRecoveryCodes, renewRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'
import { type SecondFactor, secondFactors } from './two-factor.resources.ts'

/** The factors of a user that count: an authenticator app only after its first code. */
export async function factorsOf(records: Reads, userId: string): Promise<SecondFactor[]> {
  const all = await records.related(secondFactors, 'user', [userId])
  return all.filter(({ confirmedAt }) => confirmedAt !== null)
}

export const passkeysAmong = (factors: readonly SecondFactor[]) => factors.filter(({ kind }) => kind === 'passkey')
export const appAmong = (factors: readonly SecondFactor[]) => factors.find(({ kind }) => kind === 'totp')

/** A signature that was checked before the transaction. */
export interface CheckedSignature {
  readonly factorId: string
  readonly counter: number
}

/** Undefined if the answer is not a valid signature by a passkey of this user. */
export async function checkedSignature(
  records: Reads,
  userId: string,
  challenge: string,
  response: unknown,
  replacesPassword = false,
): Promise<CheckedSignature | undefined> {
  const passkeys = passkeysAmong(await factorsOf(records, userId))
  const passkey = passkeys.find(({ credentialId }) => credentialId === credentialIdIn(response))
  const counter = passkey && (await signatureCount(passkey, challenge, response, replacesPassword))
  return counter === undefined ? undefined : { factorId: passkey!.id, counter }
}

/** Inside the transaction. False if the passkey was removed since, or a signature was repeated. */
export async function useSignature(
  { now, records }: Context,
  user: User,
  { factorId, counter }: CheckedSignature,
): Promise<boolean> {
  const known = await records.find(secondFactors, { id: factorId, user: user.id })
  const passkey = known && (await records.lock(secondFactors, factorId))
  // Passkeys that are shared between devices always count zero.
  if (!passkey || (counter <= passkey.counter && counter !== 0)) return false
  await records.update(secondFactors, passkey, { counter, lastUsedAt: now })
  return true
}

/** Uses up a code of the authenticator app, or a recovery code. */
export async function useCode(ctx: Context, key: Buffer, user: User, code: string): Promise<boolean> {
  if (isRecoveryCode(code)) return takeRecoveryCode(ctx, user.id, code)
  const { now, records } = ctx
  const known = appAmong(await factorsOf(records, user.id))
  const app = known && (await records.lock(secondFactors, known.id))
  const step = app && stepIn(key, app, code, now)
  if (step === undefined) return false
  await records.update(secondFactors, app!, { counter: step, lastUsedAt: now })
  return true
}

/** The time step that a code of the app belongs to, if it can be used now. */
export const stepIn = (key: Buffer, { secret, counter }: SecondFactor, code: string, now: string): number | undefined =>
  stepOf(decrypt(key, secret!), code, Date.parse(now), counter)

/** After a new factor: from now on the user is asked for it, and other sessions end. Returns new recovery codes. */
export async function switchOn(ctx: Context, user: User): Promise<string[]> {
  if (!user.hasSecondFactor) await ctx.records.update(users, user, { hasSecondFactor: true })
  await endSessionsOf(ctx, user.id, 'second factor changed')
  return renewRecoveryCodes(ctx, user.id)
}

/** After a factor was removed. Without any other, the user signs in by the password alone. */
export async function switchOffIfNone(ctx: Context, user: User): Promise<void> {
  if ((await factorsOf(ctx.records, user.id)).length > 0) return
  await removeRecoveryCodes(ctx, user.id)
  if (user.hasSecondFactor) await ctx.records.update(users, user, { hasSecondFactor: false })
}

export async function removeAllFactors(ctx: Context, user: User): Promise<void> {
  for (const factor of await ctx.records.related(secondFactors, 'user', [user.id]))
    await ctx.records.remove(secondFactors, factor)
  await switchOffIfNone(ctx, user)
}
