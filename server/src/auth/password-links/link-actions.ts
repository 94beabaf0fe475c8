import { type Action, type Context, writeAction } from '../../core/action.ts'
import type { Failures } from '../../core/audit/failures.ts'
import { Problem, refuseBlocked } from '../../core/problem.ts'
import type { Composers } from '../../features/mail/messages-entry.ts'
import { MAIL_NOT_CONFIGURED, mailBlocker, requestMessage } from '../../features/mail/outbox.ts'
import { choice, group, instant, text } from '../../model/fields.ts'
import { inEnglish, LANGUAGES, msg } from '../../model/message.ts'
import { written } from '../../texts/written.ts'
import { EMAIL_MAX, PASSWORD_MAX, type User, users } from '../access.resources.ts'
import { composed } from '../mail/letter.ts'
import { noticesOfChange } from '../mail/notices.ts'
import { refuseWeak } from '../password-rules.ts'
import { hashPassword } from '../passwords.ts'
import { endSessionsOf } from '../sessions.ts'

import type { Throttle } from '../throttle.ts'
import { refuseThrottled } from '../throttled.ts'
import { canSignIn } from '../users/can-sign-in.ts'
import { PURPOSES, passwordLinks } from './password-links.resource.ts'
import { endLinksOf, INVALID_LINK, issueLink, LINK_HOURS, linkBehind } from './password-links.ts'

const RESET = 'password-reset'

const token = text({ required: true, max: 200, verbatim: true, description: 'What follows # in the link.' })

const ON_ITS_WAY = msg`If a user has this e-mail address, a link is on its way to it.`

/** Without a credential: asking for a link, and setting a password with one. */
export const passwordLinkActions = (throttle: Throttle, failures: Failures): Action[] => [
  forgotPasswordAction(throttle, failures),
  lookUpAction,
  redeemAction,
]

/**
 * Whether a user has the address is looked up after the request, not here: the response and the time that it takes
 * are the same for every address.
 */
const forgotPasswordAction = (throttle: Throttle, failures: Failures): Action =>
  writeAction({
    name: 'forgot-password',
    operation: 'requestPasswordLink',
    method: 'POST',
    path: '/forgot-password',
    summary: 'Ask for a link to set a new password',
    description: `The link is sent by e-mail and is valid for ${LINK_HOURS} hours, once. The response does not tell whether a user has this address.`,
    access: 'public',
    sensitive: true,
    status: 202,
    problems: [MAIL_NOT_CONFIGURED, 'TOO_MANY_ATTEMPTS'],
    input: {
      email: text({ required: true, max: EMAIL_MAX, example: 'anna@example.com' }),
      language: choice(LANGUAGES, { default: 'en', description: 'Of the e-mail, unless the user has another one.' }),
    },
    output: group({
      message: text({ required: true, example: inEnglish(ON_ITS_WAY) }),
    }),
    async prepare(ctx, { email, language }) {
      refuseBlocked(mailBlocker(ctx))
      // Counted apart from attempts to sign in.
      await refuseThrottled(ctx, throttle, `${RESET} ${email}`, msg`requests for a new password`)
      const changes = { email: [null, email.trim()] as const }
      const happening = { action: 'forgot-password', resource: users.name, recordId: null, changes }
      await failures.add(email, { actor: ctx.actor, operation: 'sessions.forgot-password', ...happening })
      return { email: email.trim(), language: language ?? 'en' }
    },
    async run(ctx, { input: { email, language } }) {
      await requestMessage(ctx, { kind: RESET, to: email, language })
      return { data: { message: written(ON_ITS_WAY, ctx.actor.language) } }
    },
  })

/** Only now it is known whether there is anything to send. */
export const linkComposers: Composers = {
  async [RESET](ctx, { to, language: asked }) {
    const found = await ctx.records.find(users, { email: to })
    const user = found && (await ctx.records.lock(users, found.id))
    if (!user || !canSignIn(user) || !ctx.mail) return undefined
    const { origin } = ctx.mail
    const { link } = await issueLink(ctx, user, 'reset', origin)
    const language = user.language ?? asked
    const data = { link, hours: String(LINK_HOURS) }
    return { to: user.email, language, ...composed({ kind: RESET, language, name: user.name, data, origin }) }
  },
}

const lookUpAction = writeAction({
  name: 'look-up-password-link',
  method: 'POST',
  path: '/password-links/look-up',
  summary: 'Look up what a link to set a password is for',
  access: 'public',
  sensitive: true,
  status: 200,
  problems: [INVALID_LINK],
  input: { token },
  output: group({
    purpose: choice(PURPOSES, { required: true }),
    email: text({ required: true, example: 'anna@example.com' }),
    name: text({ required: true, example: 'Anna' }),
    expiresAt: instant({ required: true }),
  }),
  async run(ctx, { input }) {
    const { link, user } = await linkBehind(ctx, input.token)
    return { data: { purpose: link.purpose, email: user.email, name: user.name, expiresAt: link.expiresAt } }
  },
})

const redeemAction = writeAction({
  name: 'redeem-password-link',
  method: 'POST',
  path: '/password-links/redeem',
  summary: 'Set a password with a link',
  description: 'Ends the link and all sessions of the user.',
  access: 'public',
  sensitive: true,
  status: 204,
  problems: [INVALID_LINK],
  input: {
    token,
    newPassword: text({ required: true, max: PASSWORD_MAX, verbatim: true, example: 'a better one than before' }),
  },
  async prepare(ctx, { token: given, newPassword }) {
    const { user } = await linkBehind(ctx, given)
    await refuseWeak(newPassword, [user.email, user.name], 'newPassword')
    return { token: given, passwordHash: await hashPassword(newPassword) }
  },
  async run(ctx, { input }) {
    const { records } = ctx
    const user = await lockUserOf(ctx, input.token)
    const after = await records.update(users, user, { passwordHash: input.passwordHash })
    await endLinksOf(ctx, user.id)
    await endSessionsOf(ctx, user.id, 'password changed')
    await noticesOfChange(ctx, user, after, user.name)
    return undefined
  },
})

/** Locks the user before the link, as issuing a link does. Of two requests with the same link the second finds none. */
async function lockUserOf(ctx: Context, given: string): Promise<User> {
  const { records } = ctx
  const { link } = await linkBehind(ctx, given)
  await records.lock(users, link.user)
  const { user } = await linkBehind(ctx, given)
  const by = { id: user.id, name: user.name, credential: link.id }
  const changes = { purpose: [null, link.purpose] as const }
  records.note({ action: 'password-set', resource: users.name, recordId: user.id, changes, by })
  await records.lock(passwordLinks, link.id).catch((error) => {
    throw error instanceof Problem && error.code === 'NOT_FOUND' ? new Problem(INVALID_LINK) : error
  })
  return user
}
