import type { Context } from '../../core/action.ts'
import { isOver } from '../../core/due.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads, Records } from '../../core/store.ts'
import { users } from '../access.resources.ts'
import { type OAuthArtifact, oauthArtifacts } from './oauth-artifacts.resource.ts'

const SESSION = 'Session'
const INTERACTION = 'Interaction'

/** The version of the user that the password was checked against. The provider keeps it with the browser's sign-in. */
export const USER_VERSION = 'userVersion'
/** Where a browser has signed in from. Kept likewise. */
export const SIGNED_IN_FROM = 'signedInFrom'

export interface Origin {
  readonly address: string
  readonly userAgent: string | null
}

/** What the provider keeps of a sign-in. */
interface SignIn extends Origin {
  /** In seconds since 1970. The password may have been entered earlier, at the provider of single sign-on. */
  readonly at?: number
}

/** A browser in which a user has signed in to connect an app. It can connect further apps without the password. */
export interface BrowserSession extends Origin {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
}

/** Ended, and kept until it expires: a request under way in that browser must not bring it back. */
export const isEnded = ({ model, consumedAt }: OAuthArtifact): boolean => model === SESSION && consumedAt !== null

/** Those in which the user would not be asked for the password; the newest first. */
export async function browserSessionsOf({ actor, now, records }: Context<Reads>): Promise<BrowserSession[]> {
  const { version } = await records.get(users, actor.userId!)
  const all = await artifactsOf(records, actor.userId!, SESSION)
  const live = all.filter((session) => !isOver(session, now) && session.payload[USER_VERSION] === version)
  // A browser gets a new identifier with every step, and has two for a moment.
  const latest = new Map(live.map((session) => [session.uid, session]))
  return [...latest.values()].map(shown).reverse()
}

function shown({ id, createdAt, updatedAt, expiresAt, payload }: OAuthArtifact): BrowserSession {
  const { loginTs, [SIGNED_IN_FROM]: from } = payload as { loginTs?: number; [SIGNED_IN_FROM]?: SignIn }
  const { address = '', userAgent = null, at = loginTs } = from ?? {}
  const signedInAt = at === undefined ? createdAt : new Date(at * 1000).toISOString()
  return { id, createdAt: signedInAt, lastSeenAt: updatedAt, expiresAt, address, userAgent }
}

/** Ends one of the user's own. False if it is none. */
export async function endBrowserSession(ctx: Context, id: string, reason: string): Promise<boolean> {
  const { actor, records } = ctx
  const found = await records.find(oauthArtifacts, { id })
  if (found?.model !== SESSION || found.user !== actor.userId || isEnded(found)) return false
  return endAll(ctx, await lockedByUid(records, found), reason)
}

/** All of the user's own, also where a sign-in or a consent is under way. Connected apps stay connected. */
export async function endBrowserSessions(ctx: Context, reason: string): Promise<void> {
  const { records } = ctx
  const userId = ctx.actor.userId!
  for (const interaction of await artifactsOf(records, userId, INTERACTION)) {
    const current = await lockArtifact(records, interaction.id)
    if (current) await records.remove(oauthArtifacts, current)
  }
  const open = () => artifactsOf(records, userId, SESSION)
  // Waiting for a lock may let a browser take its next step, under a new identifier.
  for (let [session] = await open(); session; [session] = await open())
    await endAll(ctx, await lockedByUid(records, session), reason)
}

async function endAll({ now, records }: Context, sessions: readonly OAuthArtifact[], reason: string): Promise<boolean> {
  const open = sessions.filter((session) => !isEnded(session))
  for (const session of open) await records.update(oauthArtifacts, session, { consumedAt: now })
  const [first] = open
  if (!first) return false
  const changes = { reason: [null, reason] as const }
  records.note({ action: 'logout', resource: users.name, recordId: first.user, changes })
  return true
}

/** Not ended, the oldest first. */
async function artifactsOf(records: Reads, userId: string, model: string): Promise<OAuthArtifact[]> {
  const all = await records.related(oauthArtifacts, 'user', [userId])
  return all.filter((artifact) => artifact.model === model && !isEnded(artifact))
}

/** The sign-in of one browser under all its identifiers. The lock is what ending it and continuing it compete for. */
async function lockedByUid(records: Records, { id, uid }: Pick<OAuthArtifact, 'id' | 'uid'>): Promise<OAuthArtifact[]> {
  const first = await lockArtifact(records, id)
  const all = uid ? await records.related(oauthArtifacts, 'uid', [uid]) : []
  const others: OAuthArtifact[] = []
  for (const other of all) {
    if (other.id === id || other.model !== SESSION) continue
    const locked = await lockArtifact(records, other.id)
    if (locked) others.push(locked)
  }
  return first ? [first, ...others] : others
}

/** Whether the sign-in that a browser continues has been ended meanwhile. */
export async function isEndedFor(records: Records, uid: string): Promise<boolean> {
  const known = (await records.related(oauthArtifacts, 'uid', [uid])).filter(({ model }) => model === SESSION)
  const [first] = known
  return first !== undefined && (await lockedByUid(records, first)).some(isEnded)
}

/** Undefined if it is gone by now. */
export async function lockArtifact(records: Records, id: string): Promise<OAuthArtifact | undefined> {
  try {
    return await records.lock(oauthArtifacts, id)
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
