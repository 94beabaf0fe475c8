import { type Actor, type Credential, type CurrentActor, serviceActor } from '../core/access.ts'
import { Problem } from '../core/problem.ts'
import { type Reads, type Store, wholeScope } from '../core/store.ts'
import { Bounded, EpochCache } from '../model/memo.ts'
import { msg } from '../model/message.ts'
import { type Permissions, SCOPES } from '../model/rights.ts'
import { later, timeText } from '../model/text.ts'
import { type Role, roles, type User, users } from './access.resources.ts'
import { isApiKey, keyBehind, keyById } from './api-keys/keys.ts'
import type { Bearer } from './bearer.ts'
import { isWithin, plainAddress } from './network.ts'
import { appBehind, appByGrant, isAppToken } from './oauth/app-tokens.ts'
import { sessionBehind, sessionById } from './sessions.ts'
import { isAccessToken } from './tokens.ts'

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
      const { credential, expiresAt } = identity.bearer
      const isNear = credential.kind === 'key' && expiresAt < later(now, KEY_WARNING_MS)
      return { actor, refusal, ...(isNear && { expiresSoon: expiresAt }) }
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
  return { bearer, user, permissions: role?.permissions ?? {}, ...(due && { secondFactorDue: due }) }
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
  const { bearer, user, permissions, secondFactorDue: due } = identity
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
    ...(provenAt && now < later(provenAt, PROOF_MS) && { isProven: true }),
    ...(due && due <= now && credential.kind === 'session' && !isSso && { mustSetUp: true }),
  }
}

/** Why a known credential is not valid now. Throws for an expired token, which is not logged. */
export function refusalOf({ bearer, user }: Identity, now: string, address: string): Problem | undefined {
  const isKey = bearer.credential.kind === 'key'
  if (!user.isActive) return new Problem(isKey ? 'INVALID_API_KEY' : 'INVALID_TOKEN')
  const isExpired = now >= bearer.expiresAt
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
  /** The same for background work, which goes on after the user who started it has signed out. */
  readonly backgroundActor: CurrentActor
  /** A user with the rights of this moment, for work that has no credential; undefined if the user is not active. */
  activeUser(userId: string, limits: Limits): Promise<Actor | undefined>
}

/** What such work may do at most, whatever the role allows. */
type Limits = Pick<Actor, 'scopes' | 'narrowedTo'>

/**
 * Identifies an actor again by the id of the credential. A credential is looked up once for each access epoch, so that asking
 * before every step of some work costs little more than reading the epoch.
 */
export function createCurrentActors(store: Store, clock: () => number): CurrentActors {
  const actorsWith = (lookUp: BearerLookUp): CurrentActor => {
    const identities = new EpochCache<Identity>()
    return async (actor) => {
      const { credential } = actor
      if (!credential) return actor // the service itself, or a client that needs no credential
      const epoch = await store.epoch()
      const now = timeText(clock())
      const identity = await identities.get(epoch, `${credential.kind} ${credential.id}`, async () => {
        const reads = store.reads(wholeScope(now))
        return identityOf(reads, await lookUp(reads, credential))
      })
      return renewed(actor, identity, now)
    }
  }
  return {
    currentActor: actorsWith((reads, credential) => bearerById(reads, credential, false)),
    backgroundActor: actorsWith((reads, credential) => bearerById(reads, credential, true)),
    activeUser: activeUsersOf(store, clock),
  }
}

function activeUsersOf(store: Store, clock: () => number): CurrentActors['activeUser'] {
  const people = new EpochCache<{ readonly user: User | undefined; readonly permissions: Permissions }>()
  return async (userId, { scopes, narrowedTo }) => {
    const { user, permissions } = await people.get(await store.epoch(), userId, async () => {
      const reads = store.reads(wholeScope(timeText(clock())))
      const found = await reads.find(users, { id: userId })
      const role = found && (await reads.find(roles, { name: found.role }))
      return { user: found, permissions: role?.permissions ?? {} }
    })
    if (!user?.isActive) return undefined
    const { name, role } = user
    return { ...serviceActor, userId, name, role, permissions, scopes, ...(narrowedTo && { narrowedTo }) }
  }
}

type BearerLookUp = (reads: Reads, credential: Credential) => Promise<Bearer>

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
  // An access token may carry fewer scopes than the grant that it belongs to.
  return { ...actor, scopes: actor.scopes.filter((scope) => before.scopes.includes(scope)) }
}
