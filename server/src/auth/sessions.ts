import { randomBytes } from 'node:crypto'
import type { Context } from '../core/action.ts'
import { isAhead, isOver } from '../core/due.ts'
import type { KeyRing } from '../core/keys/key-ring.ts'
import { Problem } from '../core/problem.ts'
import type { HappeningNote, Reads } from '../core/store.ts'
import { later } from '../model/text.ts'
import { accessTokens, type Session, sessions, type User, users } from './access.resources.ts'
import type { Bearer } from './bearer.ts'
import { noticeOfDevice } from './mail/notices.ts'
import {
  accessTokenId,
  isGenuine,
  mintAccessToken,
  type RefreshClaim,
  readRefreshToken,
  sealRefreshToken,
  TOKEN_LIFETIME_SECONDS,
} from './tokens.ts'
import { canSignIn } from './users/can-sign-in.ts'

const DAY_MS = 86_400_000
export const IDLE_DAYS = 30
const LONGEST_DAYS = 90
/** A session by single sign-on ends after a day in any case: an account may be closed at the provider. */
const SSO_DAYS = 1
/** A refresh whose response was lost may be repeated within this time. */
const GRACE_MS = 10_000

/** Why a session ended, where its own user ended it on the way out. */
export const SIGNED_OUT = 'signed out'

/** What signing in and refreshing answer with. */
export interface Grant {
  readonly token: string
  readonly refreshToken: string
  readonly expiresIn: number
  readonly user: ReturnType<typeof shownUser>
}

export const shownUser = ({ id, email, name, role }: User) => ({ id, email, name, role })

/** Of a session in which nothing was proven yet. */
export const NEVER = '1970-01-01T00:00:00.000Z'

/** How a session was begun. */
export interface Beginning {
  readonly isWeb: boolean
  readonly isSso?: boolean
  /** When the user last entered a password or used a passkey, here or at the provider. */
  readonly provenAt: string
}

export async function openSession(
  ctx: Context,
  secret: KeyRing,
  user: User,
  { isWeb, isSso = false, provenAt }: Beginning,
): Promise<Grant> {
  const { now, records, actor } = ctx
  await noticeOfDevice(ctx, user)
  const session = await records.insert(sessions, {
    user: user.id,
    salt: randomBytes(24).toString('base64url'),
    generation: 0,
    rotatedAt: now,
    lastSeenAt: now,
    provenAt,
    address: actor.address,
    userAgent: actor.userAgent,
    isWeb,
    isSso,
    expiresAt: later(now, (isSso ? SSO_DAYS : IDLE_DAYS) * DAY_MS),
    endsAt: later(now, (isSso ? SSO_DAYS : LONGEST_DAYS) * DAY_MS),
  })
  const by = { id: user.id, name: user.name, credential: session.id }
  records.note({ action: 'login', resource: users.name, recordId: user.id, by })
  return grantOf(ctx, secret, session, user)
}

/** Exchanges a refresh token for its successor. One that was used before ends the session: it may have been stolen. */
export async function refreshSession(ctx: Context, secret: KeyRing, token: string): Promise<Grant | Problem> {
  const { now, records, actor } = ctx
  const claim = await claimIn(records, secret, token)
  if (!claim) throw new Problem('INVALID_REFRESH_TOKEN')
  const session = await records.lock(sessions, claim.sessionId)
  const user = await records.get(users, session.user)
  if (!isLive(session, now) || !canSignIn(user)) throw new Problem('INVALID_REFRESH_TOKEN')

  const { generation } = session
  if (isRepeat(session, claim, now)) return grantOf(ctx, secret, session, user)
  if (claim.generation !== generation) {
    records.note({ action: 'refresh-reused', resource: users.name, recordId: user.id })
    await endSession(ctx, session, 'refresh token reused')
    return new Problem('REFRESH_TOKEN_REUSED')
  }
  const idleEnd = later(now, IDLE_DAYS * DAY_MS)
  const rotated = await records.update(sessions, session, {
    generation: generation + 1,
    rotatedAt: now,
    lastSeenAt: now,
    address: actor.address,
    expiresAt: earlier(idleEnd, endOf(session)),
  })
  return grantOf(ctx, secret, rotated, user)
}

/** The session of a token of any generation; undefined if the token is not one of ours. */
async function claimIn(records: Reads, secret: KeyRing, token: string): Promise<RefreshClaim | undefined> {
  const claim = readRefreshToken(token)
  const found = claim && (await records.find(sessions, { id: claim.sessionId }))
  return found && isGenuine(secret, token, claim, found.salt) ? claim : undefined
}

/** The response that had the successor may have been lost. */
const isRepeat = ({ generation, rotatedAt }: Session, claim: RefreshClaim, now: string): boolean =>
  claim.generation === generation - 1 && now <= later(rotatedAt, GRACE_MS) && !isAhead(rotatedAt, now)

/** The session that a refresh token would renew now; undefined if it would renew none. Nothing is changed. */
export async function sessionIdOf(
  records: Reads,
  secret: KeyRing,
  token: string,
  now: string,
): Promise<string | undefined> {
  const claim = await claimIn(records, secret, token)
  const session = claim && (await records.get(sessions, claim.sessionId))
  const isNewest = session && (claim.generation === session.generation || isRepeat(session, claim, now))
  return isNewest && isLive(session, now) ? session.id : undefined
}

/** The session of a refresh token, locked; undefined if there is none. */
export async function sessionOfToken(
  { records }: Context,
  secret: KeyRing,
  token: string,
): Promise<Session | undefined> {
  const claim = await claimIn(records, secret, token)
  return claim && records.lock(sessions, claim.sessionId)
}

/** Ends the session of a refresh token. A token without a session has nothing to end. */
export async function endSessionOf(ctx: Context, secret: KeyRing, token: string): Promise<void> {
  const session = await sessionOfToken(ctx, secret, token)
  if (!session) return
  const { id, name } = await ctx.records.get(users, session.user)
  await endSession(ctx, session, SIGNED_OUT, { id, name, credential: session.id })
}

export async function endSession(
  { now, records }: Context,
  session: Session,
  endReason: string,
  by?: HappeningNote['by'],
): Promise<void> {
  if (session.endedAt) return
  await records.update(sessions, session, { endedAt: now, endReason })
  records.note({
    action: 'logout',
    resource: users.name,
    recordId: session.user,
    changes: { reason: [null, endReason] },
    ...(by && { by }),
  })
}

/** All sessions of a user except the one of this request. */
export async function endSessionsOf(ctx: Context, userId: string, endReason: string): Promise<void> {
  const current = ctx.actor.credential?.id
  for (const session of await ctx.records.related(sessions, 'user', [userId]))
    if (session.id !== current) await endSession(ctx, session, endReason)
}

async function grantOf({ now, records }: Context, secret: KeyRing, session: Session, user: User): Promise<Grant> {
  const token = mintAccessToken()
  const expiresAt = later(now, TOKEN_LIFETIME_SECONDS * 1000)
  await records.insert(accessTokens, { id: accessTokenId(token), session: session.id, expiresAt })
  const claim = { sessionId: session.id, generation: session.generation }
  return {
    token,
    refreshToken: sealRefreshToken(secret, claim, session.salt),
    expiresIn: TOKEN_LIFETIME_SECONDS,
    user: shownUser(user),
  }
}

const earlier = (one: string, other: string) => (one < other ? one : other)

/** Sessions by single sign-on that began under an older version were to last longer. */
const endOf = ({ isSso, createdAt, endsAt }: Session): string =>
  isSso ? earlier(endsAt, later(createdAt, SSO_DAYS * DAY_MS)) : endsAt

const isLive = (session: Session, now: string) => !session.endedAt && !isOver(session, now) && now < endOf(session)

/** The user of an access token, and its session. */
export async function sessionBehind(reads: Reads, token: string): Promise<Bearer> {
  const found = await reads.find(accessTokens, { id: accessTokenId(token) })
  if (!found) throw new Problem('INVALID_TOKEN')
  const bearer = await sessionById(reads, found.session)
  const { createdAt, expiresAt } = found
  return { ...bearer, createdAt, expiresAt: earlier(expiresAt, bearer.expiresAt) }
}

/** The same for a session that was presented before, whichever of its access tokens is good now. */
export async function sessionById(reads: Reads, id: string, canBeSignedOut = false): Promise<Bearer> {
  const session = await reads.find(sessions, { id })
  const isAccepted = session && (!session.endedAt || (canBeSignedOut && session.endReason === SIGNED_OUT))
  if (!isAccepted) throw new Problem('INVALID_TOKEN')
  return {
    userId: session.user,
    credential: { kind: 'session', id, ...(session.isWeb && { isWeb: true }) },
    expiresAt: earlier(session.expiresAt, endOf(session)),
    createdAt: session.createdAt,
    provenAt: session.provenAt ?? session.createdAt,
    ...(session.isSso && { isSso: true }),
  }
}
