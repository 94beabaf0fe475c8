import type { Context } from '../../core/action.ts'
import { auditLog } from '../../core/audit/audit-log.resource.ts'
import { equals, plainList } from '../../core/lists/list-query.ts'
import { queueMessage } from '../../features/mail/outbox.ts'
import type { Webhook } from '../../features/webhooks/webhooks.resource.ts'
import { type Session, sessions, type User, users } from '../access.resources.ts'
import { type ApiKey, apiKeys } from '../api-keys/api-keys.resource.ts'
import { networkOf } from '../network.ts'
import { composed } from './letter.ts'
import type { Data, NoticeKind } from './texts.ts'

const ADMIN = 'admin'
const DAY_MS = 86_400_000
/** A device that was not used for this long counts as new. */
export const DEVICE_DAYS = 90

export type Recipient = Pick<User, 'email' | 'name' | 'language'>

/**
 * Tells a user by mail what happened to the account, as part of the transaction in which it happens. Without a mail server
 * nothing is composed. `at`, `by`, `address` and `device` of the data come from the request.
 */
export async function notify(ctx: Context, kind: NoticeKind, user: Recipient, data: Data = {}): Promise<void> {
  const { mail, actor, now } = ctx
  if (!mail) return
  const language = user.language ?? 'en'
  const request = {
    at: `${now.slice(0, 16).replace('T', ' ')} UTC`,
    by: actor.name ?? 'Kontor',
    address: actor.address,
    device: actor.userAgent ?? '-',
  }
  const letter = { kind, language, name: user.name, data: { ...request, ...data }, origin: mail.origin, isNotice: true }
  await queueMessage(ctx, { kind, to: user.email, language, ...composed(letter) })
}

/** Notices of a changed password or e-mail address, and of a new administrator. */
export async function noticesOfChange(ctx: Context, before: User | undefined, after: User, by?: string): Promise<void> {
  if (!ctx.mail) return
  const data = by === undefined ? {} : { by }
  // A first password is set by the user, who was invited to do so.
  if (before?.passwordHash && before.passwordHash !== after.passwordHash)
    await notify(ctx, 'password-changed', after, data)
  if (before && before.email !== after.email) {
    const addresses = { from: before.email, to: after.email }
    for (const { email } of [before, after]) await notify(ctx, 'email-changed', { ...after, email }, addresses)
  }
  if (isAdministrator(after) && !(before && isAdministrator(before))) await noticesOfAdministrator(ctx, after)
}

const isAdministrator = ({ role, isActive }: User) => role === ADMIN && isActive

async function noticesOfAdministrator(ctx: Context, { name, email }: User): Promise<void> {
  const conditions = [equals('role', ADMIN), equals('isActive', true), equals('type', 'user')]
  const { records: administrators } = await ctx.records.list(users, plainList(conditions))
  for (const administrator of administrators)
    await notify(ctx, 'new-administrator', administrator, { who: name, email })
}

/** Notice of a sign-in from a device that the user has not used before. Call it before the session is composed. */
export async function noticeOfDevice(ctx: Context, user: User): Promise<void> {
  if (!ctx.mail) return
  const since = new Date(Date.parse(ctx.now) - DEVICE_DAYS * DAY_MS).toISOString()
  const recent = { path: 'lastSeenAt', operator: 'gte', values: [since] } as const
  const { records: known } = await ctx.records.list(sessions, plainList([equals('user', user.id), recent]))
  const device = deviceOf(ctx.actor)
  if (known.some((session) => deviceOf(session) === device)) return
  if (known.length > 0 || (await hasSignedIn(ctx, user))) await notify(ctx, 'new-device', user)
}

type Device = Pick<Session, 'userAgent' | 'address'>

/** Without version numbers: an update of the browser makes no new device. */
const deviceOf = ({ userAgent, address }: Device): string =>
  `${(userAgent ?? '').replace(/[\d._]+/g, '')} ${networkOf(address)}`

const hasSignedIn = async ({ records }: Context, { id }: User): Promise<boolean> =>
  (await records.find(auditLog, { actor: id, action: 'login' })) !== undefined

/** To the owner of the key; a service has no mailbox, so there it goes to the user who created the key. */
export async function noticeOfKey(ctx: Context, { owner, name }: Pick<ApiKey, 'owner' | 'name'>): Promise<void> {
  if (!ctx.mail) return
  const of = await ctx.records.find(users, { id: owner })
  const id = of?.type === 'user' ? of.id : ctx.actor.userId
  const user = id === null ? undefined : await ctx.records.find(users, { id })
  if (user) await notify(ctx, 'new-key', user, { key: name, owner: of?.name ?? user.name })
}

/**
 * To the user with whose rights the webhook reads; a service has no mailbox, so there it goes to the user who created the key.
 * Only the origin of the address is told: the rest of it may be a secret.
 */
export async function noticeOfWebhook(ctx: Context, { url, createdBy, grant }: Webhook): Promise<void> {
  if (!ctx.mail || createdBy === null) return
  const owner = await ctx.records.find(users, { id: createdBy })
  const key = owner?.type === 'service' && grant?.credential?.kind === 'key' ? grant.credential.id : undefined
  const maker = key && (await ctx.records.find(apiKeys, { id: key }))?.createdBy
  const user = maker ? await ctx.records.find(users, { id: maker }) : owner
  if (user?.type === 'user') await notify(ctx, 'new-webhook', user, { url: new URL(url).origin, owner: owner!.name })
}
