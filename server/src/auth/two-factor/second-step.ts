import type { Context } from '../../core/action.ts'
import { faultsProblem, Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { msg } from '../../model/message.ts'
import { type User, users } from '../access.resources.ts'
import type { Throttle } from '../throttle.ts'
import { refuseThrottled } from '../throttled.ts'
import { beginChallenge, lockChallenge, openChallenge, settleChallenge } from './challenges.ts'
import {
  appAmong,
  type CheckedSignature,
  checkedSignature,
  factorsOf,
  passkeysAmong,
  stepIn,
  useCode,
  useSignature,
} from './factors.ts'
import { requestOptions } from './passkeys.ts'
import { hasRecoveryCode, isRecoveryCode } from './recovery-codes.ts'

/** What a client sends to prove a second factor; either the password comes with it, or the challenge that followed it. */
export interface SentProof {
  readonly challenge?: string | null | undefined
  readonly code?: string | null | undefined
  readonly passkey?: unknown
}

/** The same after what takes time was checked, before the transaction. */
export interface CheckedProof {
  readonly challenge?: string
  readonly code?: string
  readonly signature?: CheckedSignature
}

/** The user whose password was checked when the challenge was given. */
export async function challengedUser({ now, records }: Context<Reads>, token: string): Promise<User> {
  const { user } = await openChallenge(records, now, token, 'sign-in')
  return records.get(users, user)
}

/** Guesses are counted apart from those of the password, which a guesser of codes must know already. */
export async function checkProof(
  ctx: Context<Reads>,
  throttle: Throttle,
  key: Buffer,
  user: User,
  { challenge, code, passkey }: SentProof,
): Promise<CheckedProof> {
  if (!user.hasSecondFactor || (code == null && passkey == null)) {
    if (challenge) throw faultsProblem([{ field: 'code', message: msg`Send the code, or the signature of a passkey.` }])
    return {}
  }
  const subject = `second factor ${user.id}`
  await refuseThrottled(ctx, throttle, subject)
  if (passkey != null) {
    if (!challenge)
      throw faultsProblem([{ field: 'challenge', message: msg`Send the challenge that the passkey signed.` }])
    const signature = await checkedSignature(ctx.records, user.id, challenge, passkey)
    if (signature) await throttle.succeeded(subject, ctx.actor.address)
    return { challenge, ...(signature && { signature }) }
  }
  if (await isRightCode(ctx, key, user, code!)) await throttle.succeeded(subject, ctx.actor.address)
  return { ...(challenge && { challenge }), code: code! }
}

/** The transaction checks it again, and uses it up. */
async function isRightCode(
  { now, records }: Context<Reads>,
  key: Buffer,
  { id }: User,
  code: string,
): Promise<boolean> {
  if (isRecoveryCode(code)) return hasRecoveryCode(records, id, code)
  const app = appAmong(await factorsOf(records, id))
  return app !== undefined && stepIn(key, app, code, now) !== undefined
}

/** Inside the transaction of a sign-in: undefined if the second factor is proven, else what the client is refused with. */
export async function secondStep(
  ctx: Context,
  key: Buffer,
  user: User,
  { challenge: token, code, signature }: CheckedProof,
): Promise<Problem | undefined> {
  if (!user.hasSecondFactor) return undefined
  if (token === undefined && code === undefined) return askForSecondFactor(ctx, user)
  const challenge = token && (await lockChallenge(ctx, user, token, 'sign-in'))
  const isRight = code === undefined ? await useSignatureIf(ctx, user, signature) : await useCode(ctx, key, user, code)
  if (challenge) await settleChallenge(ctx, challenge, isRight)
  if (isRight) return undefined
  ctx.records.note({ action: 'second-factor-failed', resource: users.name, recordId: user.id })
  return new Problem('INVALID_SECOND_FACTOR')
}

const useSignatureIf = async (ctx: Context, user: User, signature: CheckedSignature | undefined) =>
  signature !== undefined && (await useSignature(ctx, user, signature))

async function askForSecondFactor(ctx: Context, user: User): Promise<Problem> {
  const factors = await factorsOf(ctx.records, user.id)
  const passkeys = passkeysAmong(factors)
  const challenge = await beginChallenge(ctx, user, 'sign-in')
  return new Problem('SECOND_FACTOR_REQUIRED', {
    data: {
      challenge,
      factors: [...(appAmong(factors) ? ['totp'] : []), ...(passkeys.length > 0 ? ['passkey'] : []), 'recovery-code'],
      ...(passkeys.length > 0 && { passkeyOptions: requestOptions(challenge, passkeys, false) }),
    },
  })
}
