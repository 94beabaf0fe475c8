import type { Actor, Credential, CurrentActor } from '../core/access.ts'
import { isAhead, isOver } from '../core/due.ts'
import { Problem } from '../core/problem.ts'
import { type Reads, type Store, wholeScope } from '../core/store.ts'
import { Bounded, EpochCache } from '../model/memo.ts'
import { msg } from '../model/message.ts'
import { type Narrowing, type Permissions, SCOPES, type Scope } from '../model/rights.ts'
import { later, timeText } from '../model/text.ts'
import { type Role, roles, type User, users } from './access.resources.ts'
import { isApiKey, keyBehind, keyById } from './api-keys/keys.ts'
import type { Bearer } from './bearer.ts'
import { isWithin, plainAddress } from './network.ts'
import { appBehind, appByGrant, isAppToken } from './oauth/app-tokens.ts'
import { sessionBehind, sessionById } from './sessions.ts'
import { isAccessToken } from './tokens.ts'
import { canSignIn } from './users/can-sign-in.ts'

const DAY_MS = 86_400_000
/** How long a password counts that a user has entered in a session. */
export const PROOF_MS = 15 * 60_000

/** How long before its end the answers to an API key say when it expires. */
export const KEY_WARNING_MS = 14 * DAY_MS

/** The credential of a request. */
export type Proof = { readonly token: string } | { readonly key: string }

/** The actor of a request, and why it is refused, if so: a known credential that is no longer valid is logged. */
export interface Identified {
  readonly actor: Actor
  readonly refusal: Problem | undefined
  /** When the API key expires, if that is near. */
  readonly expiresSoon?: string
}

/** A credential, its user, and what the role of the user allows. */
export interface Identity {
  readonly bearer: Bearer
  readonly user: User
  readonly permissions: Permissions
  /** Whether the user may use such a credential. */
  readonly isActive: boolean
  /** Until when a proof of identity counts. */
  readonly provenUntil?: string
  /** From when on answers say that an API key expires. */
  readonly warnsFrom?: string
  /** When a session of the user ceases to be enough without a second factor. */
  readonly secondFactorDue?: string
}

type Origin = Pick<Actor, 'address' | 'requestId' | 'serverRequestId' | 'userAgent' | 'language' | 'via'>

/** Throws for an unknown credential and for an expired token. A cached identity is returned synchronously. */
export type Identify = (proof: Proof, epoch: number, now: string, origin: Origin) => Identified | Promise<Identified>

export function createIdentify(store: Store): Identify {
  // Separate caches, so that a key in the place of a token is not accepted as one.
  const [byKey, byToken] = [new EpochCache<Identity>(), new EpochCache<Identity>()]
  return (proof, epoch, now, origin) => {
    const lookUp = () => identityBehind(store.reads(wholeScope(now)), proof)
    const found = 'key' in proof ? byKey.get(epoch, proof.key, lookUp) : byToken.get(epoch, proof.token, lookUp)
    const identified = (identity: Identity): Identified => {
      const actor = actorOf(identity, origin, now)
      const refusal = refusalOf(identity, now, origin.address)
      const { warnsFrom } = identity
      return warnsFrom && warnsFrom < now
        ? { actor, refusal, expiresSoon: identity.bearer.expiresAt }
        : { actor, refusal }
    }
    if (!(found instanceof Promise) && now < found.bearer.expiresAt) return identified(found)
    // An expired credential may have been removed from the cache meanwhile.
    return Promise.resolve(found)
      .then((known) => (now < known.bearer.expiresAt ? known : lookUp()))
      .then(identified)
  }
}

const identityBehind = async (reads: Reads, proof: Proof) => identityOf(reads, await bearerOf(reads, proof))

export async function identityOf(reads: Reads, bearer: Bearer): Promise<Identity> {
  const user = await reads.get(users, bearer.userId)
  const role = await reads.find(roles, { name: user.role })
  const due = role && dueDate(role, user)
  const isActive = bearer.credential.kind === 'key' ? user.isActive : canSignIn(user)
  const { credential, provenAt, expiresAt } = bearer
  return {
    bearer,
    user,
    permissions: role?.permissions ?? {},
    isActive,
    ...(due && { secondFactorDue: due }),
    ...(provenAt && { provenUntil: later(provenAt, PROOF_MS) }),
    ...(credential.kind === 'key' && { warnsFrom: later(expiresAt, -KEY_WARNING_MS) }),
  }
}

/** Undefined if the role requires no second factor, or the user has one. */
export function dueDate(
  { requiresSecondFactor, secondFactorRequiredSince: since, secondFactorGraceDays }: Role,
  { hasSecondFactor, createdAt }: User,
): string | undefined {
  if (!requiresSecondFactor || hasSecondFactor || !since) return undefined
  return later(since > createdAt ? since : createdAt, (secondFactorGraceDays ?? 0) * DAY_MS)
}

function bearerOf(reads: Reads, proof: Proof): Promise<Bearer> {
  if ('key' in proof) return keyBehind(reads, proof.key)
  return isAppToken(proof.token) ? appBehind(reads, proof.token) : sessionBehind(reads, proof.token)
}

export function actorOf(identity: Identity, origin: Origin, now: string): Actor {
  const { address, requestId, serverRequestId, userAgent, language, via } = origin
  const { bearer, user, permissions, secondFactorDue: due, provenUntil = '' } = identity
  const { id: userId, name, role } = user
  const { credential, scopes = SCOPES, narrowedTo, provenAt, isSso } = bearer
  return {
    userId,
    name,
    role,
    permissions,
    scopes,
    credential,
    address,
    requestId,
    serverRequestId,
    userAgent,
    language,
    ...(via && { via }),
    ...(narrowedTo && { narrowedTo }),
    // A time that lies ahead was stored while the clock was.
    ...(provenAt && now < provenUntil && !isAhead(provenAt, now, PROOF_MS) && { isProven: true }),
    ...(due && due <= now && credential.kind === 'session' && !isSso && { mustSetUp: true }),
  }
}

/** Why a known credential is not valid now. Throws for an expired token, which is not logged. */
export function refusalOf({ bearer, isActive }: Identity, now: string, address: string): Problem | undefined {
  const isKey = bearer.credential.kind === 'key'
  if (!isActive) return new Problem(isKey ? 'INVALID_API_KEY' : 'INVALID_TOKEN')
  const { expiresAt, createdAt = '' } = bearer
  const isExpired = isOver({ createdAt, expiresAt }, now)
  if (isExpired && !isKey) throw new Problem('TOKEN_EXPIRED')
  if (isExpired) return new Problem('API_KEY_EXPIRED')
  if (!bearer.allowedIps || isWithin(bearer.allowedIps, address)) return undefined
  const message = msg`The API key may not be used from the address ${plainAddress(address)}.`
  return new Problem('IP_NOT_ALLOWED', { text: message })
}

export const refusalCodeOf = (proof: Proof) => ('key' in proof ? 'INVALID_API_KEY' : 'INVALID_TOKEN')

/** The actor that a refusal is logged with. */
export const subjectOf = ({ userId }: Actor) => ({ resource: users.name, recordId: userId })

const SOUND_MAX = 20_000
/** Credentials whose checksum was right are not checked again. Separate, as above. */
const [soundKeys, soundTokens] = [new Bounded<true>(SOUND_MAX), new Bounded<true>(SOUND_MAX)]

const isSound = (sound: Bounded<true>, text: string, check: (text: string) => boolean): boolean =>
  sound.get(text) ?? (check(text) && sound.keep(text, true))

/** Malformed credentials are refused without a query. */
export const isWellFormed = (proof: Proof): boolean =>
  'key' in proof
    ? isSound(soundKeys, proof.key, isApiKey)
    : isSound(soundTokens, proof.token, (token) => isAccessToken(token) || isAppToken(token))

/** A well-formed but unknown credential counts as a guess. A malformed one costs no query and is not counted. */
export const isGuess = (proof: Proof, { code }: Problem): boolean =>
  code === refusalCodeOf(proof) && isWellFormed(proof)

export interface CurrentActors {
  readonly currentActor: CurrentActor
  /**
   * The same for work that goes on by itself: an import, a webhook. It ends with the credential that ordered it, but not when
   * the user signs out. Without a credential it belongs to its user, and ends when the user is no longer active. It never does
   * more than the credential allowed when it was ordered.
   */
  readonly backgroundActor: CurrentActor
}

/**
 * Identifies an actor again by the id of the credential. A credential is looked up once for each access epoch, so that asking
 * before every step of some work costs little more than reading the epoch.
 */
export function createCurrentActors(store: Store, clock: () => number): CurrentActors {
  const actorsWith = (lookUp: BearerLookUp): CurrentActor => {
    const identities = new EpochCache<Identity>()
    return async (actor) => {
      const { credential, userId } = actor
      const epoch = await store.epoch()
      const now = timeText(clock())
      const key = credential ? `${credential.kind} ${credential.id}` : `user ${userId}`
      const identity = await identities.get(epoch, key, async () => {
        const reads = store.reads(wholeScope(now))
        return identityOf(reads, await lookUp(reads, actor))
      })
      return renewed(actor, identity, now)
    }
  }
  const current = actorsWith((reads, { credential }) => bearerById(reads, credential!, false))
  const background = actorsWith(backgroundBearer)
  return {
    // Without a credential: the service itself, or a client that needs none.
    currentActor: async (actor) => (actor.credential ? current(actor) : actor),
    backgroundActor: async (actor) => (isOfService(actor) ? actor : background(actor)),
  }
}

/** `backgroundActor` inside a transaction, which sees what the transaction has read. */
export const backgroundActorIn =
  (reads: Reads, now: string): CurrentActor =>
  async (actor) =>
    isOfService(actor) ? actor : renewed(actor, await identityOf(reads, await backgroundBearer(reads, actor)), now)

const isOfService = ({ credential, userId }: Actor) => !credential && userId === null

const NO_END = '9999-12-31T23:59:59.999Z'

/** What a user has ordered in person is bound to the user; as an API key would be that never ends and allows everything. */
const backgroundBearer: BearerLookUp = async (reads, { credential, userId }) =>
  credential
    ? bearerById(reads, credential, true)
    : { userId: userId!, credential: { kind: 'key', id: '' }, expiresAt: NO_END }

type BearerLookUp = (reads: Reads, actor: Actor) => Promise<Bearer>

function bearerById(reads: Reads, { kind, id }: Credential, canBeSignedOut: boolean): Promise<Bearer> {
  if (kind === 'key') return keyById(reads, id)
  return kind === 'app' ? appByGrant(reads, id) : sessionById(reads, id, canBeSignedOut)
}

function renewed(before: Actor, identity: Identity, now: string): Actor {
  const refusal = refusalOf(identity, now, before.address)
  if (refusal) throw refusal
  const actor = actorOf(identity, before, now)
  // A key may have been given to another user since this work was started.
  if (actor.userId !== before.userId) throw new Problem('INVALID_API_KEY')
  const narrowedTo = bothNarrowed(before.narrowedTo, actor.narrowedTo)
  const isCarried = (scope: Scope) => before.scopes.includes(scope)
  return {
    ...actor,
    // An access token may carry fewer scopes than the grant that it belongs to.
    scopes: actor.scopes.every(isCarried) ? actor.scopes : actor.scopes.filter(isCarried),
    ...(narrowedTo && { narrowedTo }),
    ...(!before.credential && { credential: null }),
  }
}

/** What both allow. */
function bothNarrowed(one: Narrowing | undefined, other: Narrowing | undefined): Narrowing | undefined {
  if (!one || !other) return one ?? other
  return Object.fromEntries(
    Object.entries(one).map(([name, scopes]) => [name, scopes.filter((scope) => other[name]?.includes(scope))]),
  )
}
