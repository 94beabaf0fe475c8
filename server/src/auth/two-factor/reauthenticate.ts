import { type Action, type Context, writeAction } from '../../core/action.ts'
import { faultsProblem, Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { group, instant, json, optionalJson, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { later } from '../../model/text.ts'
import { PASSWORD_MAX, sessions, type User, users } from '../access.resources.ts'
import { PROOF_MS } from '../identify.ts'
import { checkedSelf, lockSelf } from '../own-sign-in-actions.ts'
import type { SignInParts } from '../sign-in-actions.ts'
import { refuseThrottled } from '../throttled.ts'
import { beginChallenge, lockChallenge, settleChallenge } from './challenges.ts'
import { type CheckedSignature, checkedSignature, factorsOf, passkeysAmong, useSignature } from './factors.ts'
import { ownFactors } from './own-factors.ts'
import { requestOptions } from './passkeys.ts'

/** "Confirm that it is you": for what an open browser alone must not be enough for. */
export const reauthenticationActions = (parts: SignInParts): Action[] => [
  writeAction({
    ...ownFactors,
    name: 'reauthenticate',
    method: 'POST',
    path: '/reauthenticate',
    summary: 'Confirm that it is me',
    description: 'By the password or a passkey. For 15 minutes the session may do what needs it.',
    status: 200,
    problems: ['INVALID_CREDENTIALS', 'INVALID_SECOND_FACTOR', 'CHALLENGE_EXPIRED', 'TOO_MANY_ATTEMPTS'],
    input: {
      password: text({ max: PASSWORD_MAX, verbatim: true, example: 'correct horse battery staple' }),
      challenge: text({ max: 100, verbatim: true, description: 'Of POST /auth/reauthenticate/passkey.' }),
      passkey: optionalJson<unknown>({ description: 'The signed challenge, as the browser returns it by toJSON().' }),
    },
    output: group({ provenUntil: instant({ required: true }) }),
    prepare: (ctx, input) => checkedProof(ctx, parts, input),
    async run(ctx, { input: { checked, token, signature } }) {
      const user = await lockSelf(ctx, checked)
      if (token !== undefined) {
        const challenge = await lockChallenge(ctx, user, token, 'reauthentication')
        const isRight = signature !== undefined && (await useSignature(ctx, user, signature))
        await settleChallenge(ctx, challenge, isRight)
        if (!isRight) return { problem: new Problem('INVALID_SECOND_FACTOR', WRONG_PASSKEY) }
      }
      const session = await ctx.records.lock(sessions, ctx.actor.credential!.id)
      await ctx.records.update(sessions, session, { provenAt: ctx.now })
      ctx.records.note({ action: 'reauthenticated', resource: users.name, recordId: user.id })
      return { data: { provenUntil: later(ctx.now, PROOF_MS) } }
    },
  }),
  writeAction({
    ...ownFactors,
    name: 'begin-reauthentication',
    method: 'POST',
    path: '/reauthenticate/passkey',
    summary: 'Get a challenge for one of my passkeys',
    status: 200,
    output: group({ challenge: text({ required: true }), passkeyOptions: json<unknown>() }),
    problems: ['DOCUMENT_LOCKED'],
    async run(ctx) {
      const user = await ctx.records.lock(users, ctx.actor.userId!)
      const passkeys = passkeysAmong(await factorsOf(ctx.records, user.id))
      if (passkeys.length === 0)
        throw new Problem('DOCUMENT_LOCKED', { text: msg`You have no passkey. Use your password.` })
      const challenge = await beginChallenge(ctx, user, 'reauthentication')
      return { data: { challenge, passkeyOptions: requestOptions(challenge, passkeys, true) } }
    },
  }),
]

const WRONG_PASSKEY = { text: msg`The passkey was not accepted. Try again, or use another one.` }

interface Checked {
  readonly checked: User
  readonly token?: string
  readonly signature?: CheckedSignature
}

interface Sent {
  readonly password?: string | null | undefined
  readonly challenge?: string | null | undefined
  readonly passkey?: unknown
}

async function checkedProof(
  ctx: Context<Reads>,
  { throttle }: SignInParts,
  { password, challenge, passkey }: Sent,
): Promise<Checked> {
  if (password) return { checked: await checkedSelf(ctx, throttle, password) }
  if (!challenge || passkey == null)
    throw faultsProblem([{ field: 'password', message: msg`Send your password, or a challenge signed by a passkey.` }])
  const checked = await ctx.records.get(users, ctx.actor.userId!)
  const subject = `second factor ${checked.id}`
  await refuseThrottled(ctx, throttle, subject)
  const signature = await checkedSignature(ctx.records, checked.id, challenge, passkey, true)
  if (signature) await throttle.succeeded(subject, ctx.actor.address)
  return { checked, token: challenge, ...(signature && { signature }) }
}
