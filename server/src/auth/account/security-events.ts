import { type Action, type Context, readAction } from '../../core/action.ts'
import { type AuditEntry, auditLog } from '../../core/audit/audit-log.resource.ts'
import { type Condition, equals, plainList } from '../../core/lists/list-query.ts'
import type { Reads } from '../../core/store.ts'
import type { Changes } from '../../model/changes.ts'
import { group, instant, list, text } from '../../model/fields.ts'
import { sessions, users } from '../access.resources.ts'
import { apiKeys } from '../api-keys/api-keys.resource.ts'

const SHOWN_MAX = 50
/** Updates of other fields of a user are read too, and left out. */
const READ_MAX = 200

const OF_USER = [
  'login',
  'login-failed',
  'refresh-reused',
  'reauthenticated',
  'recovery-codes-renewed',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-failed',
  'second-factor-reset',
  'update',
]
const OF_KEYS = ['create', 'delete']

/** What has happened to the sign-in of the user. */
export const securityEventsAction: Action = readAction({
  name: 'list-security-events',
  method: 'GET',
  path: '/security-events',
  summary: 'List what happened to my sign-in lately',
  description: `The last ${SHOWN_MAX} sign-ins, failed attempts, changes of the password, the e-mail address and the second factor, and API keys that I have created or revoked; the newest first.`,
  access: 'signed-in',
  sessionOnly: true,
  duringSetUp: true,
  sensitive: true,
  status: 200,
  output: list(
    group({
      id: text({ required: true }),
      at: instant({ required: true }),
      action: text({ required: true, example: 'login' }),
      subject: text({ description: 'The name of the API key or of the second factor that it is about.' }),
      address: text({ example: '203.0.113.7' }),
      userAgent: text({ description: 'Of the session; null if it is not known.' }),
      credential: text({ description: 'The session, API key or grant that was used; its prefix tells which.' }),
    }),
  ),
  run: async (ctx) => ({ data: await eventsOf(ctx) }),
})

async function eventsOf(ctx: Context<Reads>) {
  const { records } = ctx
  const me = ctx.actor.userId!
  const [mine, keys] = [
    await entries(ctx, [equals('recordId', me), equals('resource', users.name)], OF_USER),
    await entries(ctx, [equals('actor', me), equals('resource', apiKeys.name)], OF_KEYS),
  ]
  const events = [...mine, ...keys]
    .flatMap((entry) => (actionOf(entry) ? [{ entry, action: actionOf(entry)! }] : []))
    .sort((one, other) => (one.entry.id < other.entry.id ? 1 : -1))
    .slice(0, SHOWN_MAX)
  const ids = new Set(events.flatMap(({ entry }) => entry.credential ?? []))
  const known = await records.getMany(sessions, [...ids])
  return events.map(({ entry: { id, createdAt, diff, address, credential }, action }) => ({
    id,
    at: createdAt,
    action,
    subject: subjectOf(diff),
    address,
    // A session of another user (an administrator) is not shown in detail.
    userAgent: known.get(credential ?? '')?.user === me ? known.get(credential!)!.userAgent : null,
    credential,
  }))
}

/** An entry about a key names it, and one about a second factor names that; before it, or after it. */
function subjectOf({ name, factor }: Changes): unknown {
  const [before, after] = name ?? factor ?? []
  return after ?? before ?? null
}

async function entries({ records }: Context<Reads>, conditions: readonly Condition[], actions: readonly string[]) {
  const ofThese: Condition = { path: 'action', operator: 'in', values: actions }
  return (await records.list(auditLog, plainList([...conditions, ofThese], { perPage: READ_MAX }))).records
}

/** Undefined if the entry is a change that has nothing to do with signing in. */
function actionOf({ resource, action, diff }: AuditEntry): string | undefined {
  if (resource === apiKeys.name) return action === 'create' ? 'key-created' : 'key-revoked'
  if (action !== 'update') return action
  if ('passwordHash' in diff) return 'password-changed'
  return 'email' in diff ? 'email-changed' : undefined
}
