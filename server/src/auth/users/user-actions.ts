import { covers, fieldRefusal } from '../../core/access.ts'
import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import type { Blocker } from '../../core/problem.ts'
import type { Rules } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import { queueMessage } from '../../features/mail/outbox.ts'
import { choice, group, instant, text } from '../../model/fields.ts'
import { LANGUAGES, type Language, msg } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import { type User, users } from '../access.resources.ts'
import { composed } from '../mail/letter.ts'
import { PURPOSES, type Purpose } from '../password-links/password-links.resource.ts'
import { issueLink, LINK_HOURS } from '../password-links/password-links.ts'
import { closedFor } from './user-guards.ts'

const { email, name, role, language } = users.fields

/** Common parts of the actions that make a link. The answer holds a secret where there is no mail server. */
const linkAction = {
  sessionOnly: true,
  needsProof: true,
  sensitive: true,
  dryRun: false,
  output: group({
    user: text({ required: true, example: 'usr_1m7egax4s00074crwpcg' }),
    purpose: choice(PURPOSES, { required: true }),
    expiresAt: instant({ required: true }),
    sentTo: text({ example: 'anna@example.com', description: 'The link is sent to this address by e-mail.' }),
    link: text({
      example: '/set-password#ktl_…',
      description:
        'Without a mail server: the link to hand over. Shown this once. Relative to this server unless KONTOR_BASE_URL is set.',
    }),
  }),
} as const

const mailLanguage = {
  language: choice(LANGUAGES, { description: 'Of the e-mail, unless the user has another one.' }),
}

const VALID = `The link is valid for ${LINK_HOURS} hours, once; a new one ends the earlier one. Without a mail server the answer holds the link.`

/** Users who set their own password. `origin` is put before the path of a link that is not sent by mail. */
export const userActions = (rules: Rules<typeof users>, subjects: readonly Resource[], origin: string): Action[] => [
  writeAction({
    ...linkAction,
    name: 'invite-new',
    operation: 'createUserByInvitation',
    method: 'POST',
    path: '/invitations',
    summary: 'Create a user and invite them',
    description: `The user sets their own password by a link. ${VALID}`,
    access: 'create',
    status: 201,
    problems: ['DOCUMENT_LOCKED'],
    input: { email, name, role, language },
    mode: 'create',
    run: async (ctx, { input }) => ({
      data: await handOver(ctx, await createRecord(ctx, users, rules, input), 'invitation', origin),
    }),
  }),
  writeAction({
    ...linkAction,
    name: 'invite',
    method: 'POST',
    path: '/:id/invite',
    summary: 'Invite a user who has no password yet',
    description: `The user sets their own password by a link. ${VALID}`,
    access: 'create',
    status: 200,
    problems: ['DOCUMENT_LOCKED'],
    input: mailLanguage,
    blocker: async (user: User, ctx) => (await linkBlocker(ctx, subjects, user)) ?? invitedBlocker(user),
    run: (ctx, { id, input }) => linkFor(ctx, id, 'invitation', origin, input.language),
  }),
  writeAction({
    ...linkAction,
    name: 'password-link',
    operation: 'createUserPasswordLink',
    method: 'POST',
    path: '/:id/password-link',
    summary: 'Make a link by which a user sets a new password',
    description: `The present password stays valid until then. ${VALID}`,
    access: 'update',
    status: 200,
    problems: ['DOCUMENT_LOCKED'],
    input: mailLanguage,
    blocker: (user: User, ctx) => linkBlocker(ctx, subjects, user),
    run: (ctx, { id, input }) => linkFor(ctx, id, 'reset', origin, input.language),
  }),
]

/** Making a link is as much as setting the password: what is closed to that is closed to this. */
async function linkBlocker(
  ctx: Context<Reads>,
  subjects: readonly Resource[],
  user: User,
): Promise<Blocker | undefined> {
  const { readOnly, hidden } = ctx.permission
  if (covers(readOnly, 'password') || covers(hidden, 'password'))
    return fieldRefusal('password', 'change', ctx.permission)
  const closed = await closedFor(ctx, subjects, user)
  const found = closed.find(({ fields }) => !fields || fields.includes('password'))
  if (found) return found.blocker
  if (user.isActive) return undefined
  return { code: 'DOCUMENT_LOCKED', text: msg`This user is deactivated. Activate the user first.` }
}

function invitedBlocker({ passwordHash }: User): Blocker | undefined {
  if (passwordHash === null) return undefined
  return { code: 'DOCUMENT_LOCKED', text: msg`This user has a password already. Make a link for a new one instead.` }
}

async function linkFor(ctx: Context, id: string, purpose: Purpose, origin: string, asked?: Language | null) {
  return { data: await handOver(ctx, await ctx.records.lock(users, id), purpose, origin, asked) }
}

/** By mail, or in the answer where there is no mail server. */
async function handOver(ctx: Context, user: User, purpose: Purpose, origin: string, asked?: Language | null) {
  const { mail, actor } = ctx
  const { link, expiresAt } = await issueLink(ctx, user, purpose, mail?.origin ?? origin)
  const answer = { user: user.id, purpose, expiresAt }
  if (!mail) return { ...answer, sentTo: null, link }
  const kind = purpose === 'invitation' ? 'invitation' : 'password-reset'
  const wording = user.language ?? asked ?? 'en'
  const data = { by: actor.name ?? 'Kontor', link, hours: String(LINK_HOURS) }
  const letter = composed({ kind, language: wording, name: user.name, data, origin: mail.origin })
  await queueMessage(ctx, { kind, to: user.email, language: wording, ...letter })
  return { ...answer, sentTo: user.email, link: null }
}
