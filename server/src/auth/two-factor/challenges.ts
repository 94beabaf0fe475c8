import { hash, randomBytes } from 'node:crypto'
import type { Context } from '../../core/action.ts'
import { isOver } from '../../core/due.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { later } from '../../model/text.ts'
import type { User } from '../access.resources.ts'
import { type Challenge, challenges } from './two-factor.resources.ts'

const LIFETIME_MS = 5 * 60_000
const FAILURES_MAX = 5

type Purpose = Challenge['purpose']

/** Random, so a fast digest protects it as well as a slow one. */
const idOf = (token: string) => `chl_${hash('sha256', token).slice(0, 48)}`
const passwordDigestOf = ({ passwordHash }: User) => hash('sha256', passwordHash ?? '')

/** Returns the text that the client answers. Passkeys sign it. */
export async function beginChallenge({ now, records }: Context, user: User, purpose: Purpose): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await records.insert(challenges, {
    id: idOf(token),
    user: user.id,
    purpose,
    passwordDigest: passwordDigestOf(user),
    failures: 0,
    expiresAt: later(now, LIFETIME_MS),
  })
  return token
}

/** Who a challenge was given to. Throws if it cannot be answered any more. */
export async function openChallenge(reads: Reads, now: string, token: string, purpose: Purpose): Promise<Challenge> {
  const found = await reads.find(challenges, { id: idOf(token) })
  if (found && isOpen(found, now, purpose)) return found
  throw new Problem('CHALLENGE_EXPIRED')
}

const isOpen = (challenge: Challenge, now: string, expected: Purpose) => {
  const { purpose, usedAt, failures } = challenge
  return purpose === expected && !usedAt && failures < FAILURES_MAX && !isOver(challenge, now)
}

/** Inside the transaction: it stays locked, so that two answers take turns. */
export async function lockChallenge(ctx: Context, user: User, token: string, purpose: Purpose): Promise<Challenge> {
  const { id } = await openChallenge(ctx.records, ctx.now, token, purpose)
  const challenge = await ctx.records.lock(challenges, id)
  const isTheirs = challenge.user === user.id && challenge.passwordDigest === passwordDigestOf(user)
  if (isTheirs && isOpen(challenge, ctx.now, purpose)) return challenge
  throw new Problem('CHALLENGE_EXPIRED')
}

/** A challenge is answered once, and wrongly only a few times. */
export async function settleChallenge(
  { now, records }: Context,
  challenge: Challenge,
  isRight: boolean,
): Promise<void> {
  await records.update(challenges, challenge, isRight ? { usedAt: now } : { failures: challenge.failures + 1 })
}
