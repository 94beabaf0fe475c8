import { type Action, type Context, readAction, writeAction } from '../core/action.ts'
import { plainList } from '../core/lists/list-query.ts'
import { Problem } from '../core/problem.ts'
import type { Reads } from '../core/store.ts'
import { flag, group, instant, integer, json, list, text } from '../model/fields.ts'
import { EMAIL_MAX, PASSWORD_MAX, type Session, sessions, type User, users } from './access.resources.ts'
import { refuseWeak } from './password-rules.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { endSession, endSessionsOf, type Grant, openSession, refreshSession, shownUser } from './sessions.ts'
import type { Throttle } from './throttle.ts'

const shownUserFields = group({
  id: text({ required: true, example: 'usr_1m7egax4s00074crwpcg' }),
  email: text({ required: true, example: 'admin@kontor.local' }),
  name: text({ required: true, example: 'Administrator' }),
  role: text({ required: true, example: 'admin' }),
})

const grantFields = group({
  token: text({ required: true, description: 'The access token: send it as Authorization: Bearer.' }),
  refreshToken: text({ required: true, description: 'Good for one refresh.' }),
  expiresIn: integer({ required: true, description: 'Seconds until the access token expires.', example: 3600 }),
  user: shownUserFields,
})

const shownSessionFields = group({
  id: text({ required: true }),
  createdAt: instant({ required: true }),
  lastSeenAt: instant({ required: true }),
  address: text({ required: true, example: '203.0.113.7' }),
  userAgent: text(),
  expiresAt: instant({ required: true }),
  isCurrent: flag({ required: true, description: 'The session of this very request.' }),
})

const shownSession = (session: Session, currentId: string) => {
  const { id, createdAt, lastSeenAt, address, userAgent, expiresAt } = session
  return { id, createdAt, lastSeenAt, address, userAgent, expiresAt, isCurrent: id === currentId }
}

/** Signing in and out, as actions like any other. */
export function sessionActions(secret: Buffer, throttle: Throttle): Action[] {
  const answer = (outcome: Grant | Problem) => (outcome instanceof Problem ? { problem: outcome } : { data: outcome })
  return [
    writeAction({
      name: 'login',
      method: 'POST',
      path: '/login',
      summary: 'Sign in',
      access: 'public',
      sensitive: true,
      status: 200,
      problems: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
      input: {
        email: text({ required: true, max: EMAIL_MAX, example: 'admin@kontor.local' }),
        password: text({ required: true, max: PASSWORD_MAX, example: 'correct horse battery staple' }),
      },
      output: grantFields,
      // The password is checked before the transaction begins: it takes a tenth of a second.
      prepare: async (ctx, input) => ({ email: input.email, user: await userBy(ctx, throttle, input) }),
      async run(ctx, { input: { email, user } }) {
        if (isKnown(user)) return answer(await openSession(ctx, secret, user))
        const changes = { email: [null, email] as const }
        ctx.records.note({ action: 'login-failed', resource: users.name, recordId: user.id, changes })
        return { problem: new Problem('INVALID_CREDENTIALS') }
      },
    }),
    writeAction({
      name: 'refresh',
      method: 'POST',
      path: '/refresh',
      summary: 'Trade a refresh token for new tokens',
      description:
        'Repeated within ten seconds it answers with the same successor; used again later it ends the session.',
      access: 'public',
      sensitive: true,
      status: 200,
      problems: ['INVALID_REFRESH_TOKEN', 'REFRESH_TOKEN_REUSED'],
      input: { refreshToken: text({ required: true, max: 200 }) },
      output: grantFields,
      run: async (ctx, { input }) => answer(await refreshSession(ctx, secret, input.refreshToken)),
    }),
    writeAction({
      name: 'logout',
      method: 'POST',
      path: '/logout',
      summary: 'Sign out',
      description: 'Ends the session of the access token that the request carries.',
      access: 'session',
      sensitive: true,
      status: 204,
      run: async (ctx) => {
        await endSession(ctx, await ctx.records.lock(sessions, ctx.actor.credential!.id), 'signed out')
        return undefined
      },
    }),
    changePassword(throttle),
    readAction({
      name: 'me',
      method: 'GET',
      path: '/me',
      summary: 'Who am I, and what may I do',
      access: 'signed-in',
      sensitive: true,
      status: 200,
      output: group({
        ...shownUserFields.options.fields,
        scopes: list(text()),
        permissions: json<unknown>(),
      }),
      run: async ({ actor, records }) => {
        const user = await records.get(users, actor.userId!)
        return { data: { ...shownUser(user), scopes: actor.scopes, permissions: actor.permissions } }
      },
    }),
    readAction({
      name: 'list-sessions',
      method: 'GET',
      path: '/sessions',
      summary: 'List where I am signed in',
      access: 'session',
      sensitive: true,
      status: 200,
      output: list(shownSessionFields),
      run: async (ctx) => {
        const live = await liveSessions(ctx)
        return { data: live.map((session) => shownSession(session, ctx.actor.credential!.id)) }
      },
    }),
    writeAction({
      name: 'end-other-sessions',
      method: 'DELETE',
      path: '/sessions',
      summary: 'Sign out everywhere else',
      access: 'session',
      sensitive: true,
      status: 204,
      run: async (ctx) => {
        const others = async () => (await liveSessions(ctx)).filter(({ id }) => id !== ctx.actor.credential!.id)
        for (let some = await others(); some.length > 0; some = await others()) {
          for (const session of some) await endSession(ctx, session, 'ended by its user')
        }
        return undefined
      },
    }),
    writeAction({
      name: 'end-session',
      method: 'DELETE',
      path: '/sessions/:id',
      summary: 'End one of my sessions',
      access: 'session',
      sensitive: true,
      status: 204,
      run: async (ctx, { id }) => {
        const session = await ctx.records.lock(sessions, id)
        if (session.user !== ctx.actor.userId || session.endedAt) throw new Problem('NOT_FOUND')
        await endSession(ctx, session, 'ended by its user')
        return undefined
      },
    }),
  ]
}

/** One's own, knowing the old one: a session that somebody left open is not enough. */
const changePassword = (throttle: Throttle): Action =>
  writeAction({
    name: 'change-password',
    method: 'POST',
    path: '/password',
    summary: 'Change my password',
    description: 'Ends all my other sessions.',
    access: 'session',
    sensitive: true,
    status: 204,
    problems: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
    input: {
      currentPassword: text({ required: true, max: PASSWORD_MAX, example: 'correct horse battery staple' }),
      newPassword: text({ required: true, max: PASSWORD_MAX, example: 'a better one than before' }),
    },
    async prepare(ctx, { currentPassword, newPassword }) {
      const { email, name } = await ctx.records.get(users, ctx.actor.userId!)
      if (!isKnown(await userBy(ctx, throttle, { email, password: currentPassword }))) {
        throw new Problem('INVALID_CREDENTIALS', { message: 'The current password is wrong.' })
      }
      await refuseWeak(newPassword, [email, name], 'newPassword')
      return { passwordHash: await hashPassword(newPassword) }
    },
    async run(ctx, { input: { passwordHash } }) {
      const user = await ctx.records.lock(users, ctx.actor.userId!)
      await ctx.records.update(users, user, { passwordHash })
      await endSessionsOf(ctx, user.id, 'password changed')
      return undefined
    },
  })

interface Credentials {
  readonly email: string
  readonly password: string
}

/** Somebody who failed to sign in: the user that he claimed to be, if there is one. */
interface Stranger {
  readonly id: string | null
}

const isKnown = (user: User | Stranger): user is User => 'email' in user

export async function userBy(
  { actor, records }: Context<Reads>,
  throttle: Throttle,
  { email, password }: Credentials,
): Promise<User | Stranger> {
  const wait = throttle.attempt(email, actor.address)
  if (wait > 0) {
    const message = `Too many attempts to sign in. Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`
    throw new Problem('TOO_MANY_ATTEMPTS', { message, retryAfterSeconds: wait })
  }
  const user = await records.find(users, { email: email.trim() })
  const isRight = await isPassword(password, user?.passwordHash ?? null)
  if (!user?.isActive || !isRight) return { id: user?.id ?? null }
  throttle.succeeded(email, actor.address)
  return user
}

async function liveSessions({ actor, now, records }: Context<Reads>): Promise<readonly Session[]> {
  const query = plainList([
    { path: 'user', operator: 'eq', values: [actor.userId] },
    { path: 'endedAt', operator: 'eq', values: [null] },
    { path: 'expiresAt', operator: 'gt', values: [now] },
  ])
  return (await records.list(sessions, query)).records
}
