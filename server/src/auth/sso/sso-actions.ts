import { type Action, writeAction } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import { flag, json, text } from '../../model/fields.ts'
import { timeText } from '../../model/text.ts'
import { sessions, users } from '../access.resources.ts'
import { NEVER, openSession, sessionOfToken } from '../sessions.ts'
import type { SignInParts } from '../sign-in-actions.ts'
import type { Claims } from './provider-client.ts'
import type { SsoSettings } from './sso-settings.ts'
import { ssoUser } from './sso-user.ts'

/** How far the clock of the provider may be ahead. */
const TOLERANCE_MS = 300_000

/**
 * A provider signs users in without asking who were signed in there before: that confirms nothing now. Without a time,
 * or with one that cannot be right, the first act that needs a confirmation asks for it.
 */
function proofOf(now: string, { authTime }: Claims): string {
  const ms = (authTime ?? 0) * 1000
  if (!(ms > 0 && ms <= Date.parse(now) + TOLERANCE_MS)) return NEVER
  return timeText(Math.min(ms, Date.parse(now)))
}

const internal = { method: 'POST', path: '', access: 'public', sensitive: true, status: 200 } as const

/** What happens after the provider has told who signed in. None of these has an endpoint: the callback executes them. */
export const ssoActions = ({ tokenKeys }: SignInParts, settings: SsoSettings): Action[] => [
  writeAction({
    ...internal,
    name: 'sso-login',
    summary: 'Sign in after the provider has confirmed the user',
    // Whether the provider was told to ask for the password.
    input: { claims: json<Claims>(), hasProven: flag() },
    async run(ctx, { input }) {
      const user = await ssoUser(ctx, settings, input.claims)
      if (user instanceof Problem) return { problem: user }
      const provenAt = input.hasProven ? ctx.now : proofOf(ctx.now, input.claims)
      return { data: await openSession(ctx, tokenKeys, user, { isWeb: true, isSso: true, provenAt }) }
    },
  }),
  writeAction({
    ...internal,
    name: 'sso-prove',
    summary: 'Confirm a session after its user has signed in at the provider again',
    input: { claims: json<Claims>(), refreshToken: text({ required: true, max: 200, verbatim: true }) },
    async run(ctx, { input }) {
      const user = await ssoUser(ctx, settings, input.claims)
      if (user instanceof Problem) return { problem: user }
      const session = await sessionOfToken(ctx, tokenKeys, input.refreshToken)
      if (!session || session.endedAt || session.user !== user.id) return { problem: new Problem('SSO_USER_UNKNOWN') }
      await ctx.records.update(sessions, session, { provenAt: ctx.now })
      ctx.records.note({ action: 'reauthenticated', resource: users.name, recordId: user.id })
      return { data: {} }
    },
  }),
]
