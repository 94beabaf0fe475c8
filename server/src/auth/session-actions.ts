import type { Actor } from '../core/access.ts'
import { type Action, type Context, readAction, writeAction } from '../core/action.ts'
import { plainList } from '../core/lists/list-query.ts'
import { Problem } from '../core/problem.ts'
import type { Reads } from '../core/store.ts'
import { choice, type Field, flag, group, instant, json, list, text } from '../model/fields.ts'
import { roles, type Session, sessions, type User, users } from './access.resources.ts'
import { disabledWebhooks, disabledWebhooksField } from './account/disabled-webhooks.ts'
import { expiringKeys, expiringKeysField } from './account/expiring-keys.ts'
import { ownKeyActions } from './account/own-keys.ts'
import { ownWebhookActions } from './account/own-webhooks.ts'
import { securityEventsAction } from './account/security-events.ts'
import { dueDate } from './identify.ts'
import { changeEmailAction, changePasswordAction } from './own-sign-in-actions.ts'
import { usefulScopes } from './rights.ts'
import { endSession, SIGNED_OUT, shownUser } from './sessions.ts'
import { loginAction, refreshAction, type SignInParts, shownUserFields } from './sign-in-actions.ts'
import { reauthenticationActions } from './two-factor/reauthenticate.ts'
import { twoFactorActions } from './two-factor/two-factor-actions.ts'

const ENDED_BY_USER = 'ended by its user'

const shownSessionFields = group({
  id: text({ required: true }),
  kind: choice(['api', 'web', 'oauth'], {
    required: true,
    description: 'Began through the API or in the web interface. There are none of the kind oauth any more.',
  }),
  createdAt: instant({ required: true }),
  lastSeenAt: instant({ required: true }),
  address: text({ required: true, example: '203.0.113.7' }),
  userAgent: text(),
  expiresAt: instant({ required: true }),
  isWeb: flag({ required: true, description: 'Began in the web interface.' }),
  isCurrent: flag({ required: true, description: 'The session of this request.' }),
})

const shownSession = (session: Session, currentId: string) => {
  const { id, createdAt, lastSeenAt, address, userAgent, expiresAt, isWeb } = session
  const kind = isWeb ? 'web' : 'api'
  return { id, kind, createdAt, lastSeenAt, address, userAgent, expiresAt, isWeb, isCurrent: id === currentId }
}

/** What every user may know about the company. */
export interface Company {
  readonly fields: Field
  of(records: Reads): Promise<unknown>
  nameOf(records: Reads): Promise<string>
}

/** Signing in and out, as actions like any other. */
export const sessionActions = (parts: SignInParts, company: Company): Action[] => [
  loginAction(parts),
  refreshAction(parts),
  logoutAction,
  changePasswordAction(parts.throttle),
  changeEmailAction(parts.throttle),
  meAction(company),
  listSessionsAction,
  endOtherSessionsAction,
  endSessionAction,
  securityEventsAction,
  ...ownKeyActions,
  ...ownWebhookActions,
  ...twoFactorActions(parts, company.nameOf),
  ...reauthenticationActions(parts),
]

/** Common parts of the actions on the user's own sessions. */
const ownSessions = { access: 'signed-in', sessionOnly: true, duringSetUp: true, sensitive: true } as const

const logoutAction = writeAction({
  ...ownSessions,
  name: 'logout',
  method: 'POST',
  path: '/logout',
  summary: 'Sign out',
  description: 'Ends the session of the access token that the request carries.',
  status: 204,
  run: async (ctx) => {
    await endSession(ctx, await ctx.records.lock(sessions, ctx.actor.credential!.id), SIGNED_OUT)
    return undefined
  },
})

const meAction = (company: Company) =>
  readAction({
    name: 'me',
    operation: 'getMe',
    method: 'GET',
    path: '/me',
    summary: 'Get my user and my rights',
    access: 'signed-in',
    duringSetUp: true,
    sensitive: true,
    status: 200,
    output: group({
      ...shownUserFields.options.fields,
      email: text({ required: true, maybe: true, description: 'Not for an app without the scope email.' }),
      name: text({ required: true, maybe: true, description: 'Not for an app without the scope profile.' }),
      scopes: list(text({ description: 'What the credential may be used for, as far as my role allows it.' })),
      permissions: json<unknown>(),
      company: company.fields,
      mustSetUpSecondFactor: flag({ required: true, description: 'Until then, a session can do nothing else.' }),
      secondFactorDueAt: instant({ description: 'By then I must have set up a second factor; null if I need none.' }),
      expiringKeys: expiringKeysField,
      disabledWebhooks: disabledWebhooksField,
    }),
    run: async (ctx) => {
      const { actor, records } = ctx
      const user = await records.get(users, actor.userId!)
      const role = await records.find(roles, { name: user.role })
      const { permissions, mustSetUp = false } = actor
      const rights = { scopes: usefulScopes(actor), permissions, mustSetUpSecondFactor: mustSetUp }
      const data = {
        ...knownOf(user, actor),
        ...rights,
        secondFactorDueAt: (role && dueDate(role, user)) ?? null,
        expiringKeys: await expiringKeys(ctx),
        disabledWebhooks: await disabledWebhooks(ctx),
        company: await company.of(records),
      }
      return { data }
    },
  })

/** An app learns the name and the e-mail address of its user only with the scopes that the user has granted for them. */
function knownOf(user: User, { credential }: Actor) {
  const { email, name, ...rest } = shownUser(user)
  const mayLearn = (scope: string) => credential?.kind !== 'app' || credential.identity?.includes(scope)
  return { ...rest, ...(mayLearn('email') && { email }), ...(mayLearn('profile') && { name }) }
}

const listSessionsAction = readAction({
  ...ownSessions,
  name: 'list-sessions',
  method: 'GET',
  path: '/sessions',
  summary: 'List my sessions',
  status: 200,
  output: list(shownSessionFields),
  run: async (ctx) => {
    const live = await liveSessions(ctx)
    return { data: live.map((session) => shownSession(session, ctx.actor.credential!.id)) }
  },
})

const endOtherSessionsAction = writeAction({
  ...ownSessions,
  name: 'end-other-sessions',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Sign out everywhere else',
  description: 'Apps that I have connected stay connected: see /auth/connected-apps.',
  status: 204,
  run: async (ctx) => {
    const others = async () => (await liveSessions(ctx)).filter(({ id }) => id !== ctx.actor.credential!.id)
    for (let some = await others(); some.length > 0; some = await others()) {
      for (const session of some) await endSession(ctx, session, ENDED_BY_USER)
    }
    return undefined
  },
})

const endSessionAction = writeAction({
  ...ownSessions,
  name: 'end-session',
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'End one of my sessions',
  status: 204,
  run: async (ctx, { id }) => {
    const session = await ctx.records.lock(sessions, id)
    if (session.user !== ctx.actor.userId || session.endedAt) throw new Problem('NOT_FOUND')
    await endSession(ctx, session, ENDED_BY_USER)
    return undefined
  },
})

async function liveSessions({ actor, now, records }: Context<Reads>): Promise<readonly Session[]> {
  const query = plainList([
    { path: 'user', operator: 'eq', values: [actor.userId] },
    { path: 'endedAt', operator: 'eq', values: [null] },
    { path: 'expiresAt', operator: 'gt', values: [now] },
  ])
  return (await records.list(sessions, query)).records
}
