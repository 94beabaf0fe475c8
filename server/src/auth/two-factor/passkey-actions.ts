import { type Action, writeAction } from '../../core/action.ts'
import { faultsProblem, Problem } from '../../core/problem.ts'
import { group, json, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { users } from '../access.resources.ts'
import type { SignInParts } from '../sign-in-actions.ts'
import { beginChallenge, lockChallenge, settleChallenge } from './challenges.ts'
import { factorsOf, passkeysAmong, switchOffIfNone, switchOn } from './factors.ts'
import { type CompanyName, noteFactor, ownFactors, shownCodes } from './own-factors.ts'
import { registeredPasskey, registrationOptions } from './passkeys.ts'
import { secondFactors } from './two-factor.resources.ts'

const PASSKEYS_MAX = 20

/** The passkeys of the signed-in user. */
export const passkeyActions = (parts: SignInParts, company: CompanyName): Action[] => [
  beginPasskeyAction(company),
  addPasskeyAction(parts),
  removePasskeyAction,
]

const beginPasskeyAction = (company: CompanyName) =>
  writeAction({
    ...ownFactors,
    name: 'begin-passkey',
    method: 'POST',
    path: '/two-factor/passkeys/options',
    summary: 'Get what a browser creates a passkey from',
    needsProof: true,
    status: 200,
    problems: ['DOCUMENT_LOCKED'],
    output: group({ challenge: text({ required: true }), passkeyOptions: json<unknown>() }),
    async run(ctx) {
      const user = await ctx.records.lock(users, ctx.actor.userId!)
      const known = passkeysAmong(await factorsOf(ctx.records, user.id))
      if (known.length >= PASSKEYS_MAX)
        throw new Problem('DOCUMENT_LOCKED', { text: msg`You have ${PASSKEYS_MAX} passkeys. Remove one first.` })
      const challenge = await beginChallenge(ctx, user, 'registration')
      const options = registrationOptions(challenge, user, await company(ctx.records), known)
      return { data: { challenge, passkeyOptions: options } }
    },
  })

const addPasskeyAction = ({ baseUrl }: SignInParts) =>
  writeAction({
    ...ownFactors,
    name: 'add-passkey',
    method: 'POST',
    path: '/two-factor/passkeys',
    summary: 'Add a passkey',
    description: 'Ends all my other sessions. With the first factor, the answer holds new recovery codes, this once.',
    needsProof: true,
    status: 201,
    problems: ['CHALLENGE_EXPIRED'],
    input: {
      name: text({ required: true, max: 100, example: 'Laptop of Anna' }),
      challenge: text({ required: true, max: 100, verbatim: true }),
      passkey: json<unknown>({ required: true, description: 'The answer of the browser, by toJSON().' }),
    },
    output: group({ id: text(), name: text(), recoveryCodes: shownCodes }),
    async prepare(_ctx, { name, challenge, passkey }) {
      const created = await registeredPasskey(challenge, passkey, baseUrl)
      if (!created)
        throw faultsProblem([
          { field: 'passkey', message: msg`The passkey was not accepted. Try again, or use another one.` },
        ])
      return { name, token: challenge, created }
    },
    async run(ctx, { input: { name, token, created } }) {
      const user = await ctx.records.lock(users, ctx.actor.userId!)
      const challenge = await lockChallenge(ctx, user, token, 'registration')
      await settleChallenge(ctx, challenge, true)
      const { id } = await ctx.records.insert(secondFactors, {
        user: user.id,
        kind: 'passkey',
        name,
        ...created,
        confirmedAt: ctx.now,
      })
      await noteFactor(ctx, user, null, name)
      const isFirst = !user.hasSecondFactor
      return { data: { id, name, ...(isFirst && { recoveryCodes: await switchOn(ctx, user) }) } }
    },
  })

const removePasskeyAction = writeAction({
  ...ownFactors,
  name: 'remove-passkey',
  method: 'DELETE',
  path: '/two-factor/passkeys/:id',
  summary: 'Remove one of my passkeys',
  needsProof: true,
  status: 204,
  async run(ctx, { id }) {
    const user = await ctx.records.lock(users, ctx.actor.userId!)
    const passkey = await ctx.records.find(secondFactors, { id, user: user.id, kind: 'passkey' })
    if (!passkey) throw new Problem('NOT_FOUND', { text: msg`You have no such passkey.` })
    await ctx.records.remove(secondFactors, passkey)
    await noteFactor(ctx, user, passkey.name, null)
    await switchOffIfNone(ctx, user)
    return undefined
  },
})
