import { hash } from 'node:crypto'
import type { Context } from '../../core/action.ts'
import { isOver } from '../../core/due.ts'
import { defineProblems, Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { msg } from '../../model/message.ts'
import { type User, users } from '../access.resources.ts'
import { isWellFormed, mintToken } from '../tokens.ts'
import { canSignIn } from '../users/can-sign-in.ts'
import { type PasswordLink, type Purpose, passwordLinks } from './password-links.resource.ts'

export const LINK_HOURS = 24
const HOUR_MS = 3_600_000
const PREFIX = 'ktl_'
/** The page of the web interface. The token follows as a fragment, which browsers do not send to a server. */
const PAGE = '/set-password#'

export const { INVALID_LINK } = defineProblems({
  INVALID_LINK: [
    422,
    msg`The link is not valid: it has been used, has expired, or was replaced by a newer one. Ask for a new link.`,
  ],
})

export interface IssuedLink {
  readonly link: string
  readonly expiresAt: string
}

/** A new link ends the earlier ones of the same purpose. The link itself is in the result and is stored nowhere. */
export async function issueLink(ctx: Context, user: User, purpose: Purpose, origin: string): Promise<IssuedLink> {
  const { now, records } = ctx
  await endLinksOf(ctx, user.id, purpose)
  const token = mintToken(PREFIX)
  const expiresAt = new Date(Date.parse(now) + LINK_HOURS * HOUR_MS).toISOString()
  await records.insert(passwordLinks, { id: linkId(token), user: user.id, purpose, signIn: signInOf(user), expiresAt })
  records.note({
    action: 'password-link',
    resource: users.name,
    recordId: user.id,
    changes: { purpose: [null, purpose] },
  })
  return { link: `${origin}${PAGE}${token}`, expiresAt }
}

export async function endLinksOf({ records }: Context, userId: string, purpose?: Purpose): Promise<void> {
  for (const link of await records.related(passwordLinks, 'user', [userId]))
    if (!purpose || link.purpose === purpose) await records.remove(passwordLinks, link)
}

/** The link of a token and its user, as long as the link can be used. */
export async function linkBehind(
  { now, records }: Pick<Context<Reads>, 'now' | 'records'>,
  token: string,
): Promise<{ link: PasswordLink; user: User }> {
  const link = isWellFormed(token, PREFIX) ? await records.find(passwordLinks, { id: linkId(token) }) : undefined
  const user = link && (await records.find(users, { id: link.user }))
  if (!user || isOver(link, now) || !isUsable(link, user)) throw new Problem(INVALID_LINK)
  return { link, user }
}

const isUsable = (link: PasswordLink, user: User): boolean => canSignIn(user) && link.signIn === signInOf(user)

const signInOf = ({ email, passwordHash }: User): string => hash('sha256', `${email}\n${passwordHash ?? ''}`)

/** Tokens are random, so a fast digest protects them as well as a slow one. */
const linkId = (token: string): string => `pwl_${hash('sha256', token).slice(0, 48)}`
