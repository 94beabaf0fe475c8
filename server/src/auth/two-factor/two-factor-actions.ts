import { type Action, readAction, writeAction } from '../../core/action.ts'
import { encrypt } from '../../core/keys/encryption.ts'
import { faultsProblem, Problem } from '../../core/problem.ts'
import { flag, group, instant, integer, list, optionalJson, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { roles, users } from '../access.resources.ts'
import { dueDate } from '../identify.ts'
import { checkedSelf, currentPassword, lockSelf } from '../own-sign-in-actions.ts'
import type { SignInParts } from '../sign-in-actions.ts'
import { refuseThrottled } from '../throttled.ts'
import { appAmong, factorsOf, passkeysAmong, stepIn, switchOffIfNone, switchOn } from './factors.ts'
import { type CompanyName, noteFactor, ownFactors, shownCodes } from './own-factors.ts'
import { passkeyActions } from './passkey-actions.ts'
import { recoveryCodesLeft, renewRecoveryCodes } from './recovery-codes.ts'
import { newSecret, otpauthUrl } from './totp.ts'
import { secondFactors } from './two-factor.resources.ts'

const passwordProblems = ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'] as const

/** The second factors of the signed-in user. `company` is the name that authenticator apps show. */
export const twoFactorActions = (parts: SignInParts, company: CompanyName): Action[] => [
  readAction({
    ...ownFactors,
    name: 'read-two-factor',
    method: 'GET',
    path: '/two-factor',
    summary: 'Get my second factors',
    status: 200,
    output: statusFields,
    async run({ actor, records }) {
      const user = await records.get(users, actor.userId!)
      const role = await records.find(roles, { name: user.role })
      const factors = await factorsOf(records, user.id)
      const app = appAmong(factors)
      return {
        data: {
          isEnabled: user.hasSecondFactor,
          isRequired: role?.requiresSecondFactor ?? false,
          dueAt: (role && dueDate(role, user)) ?? null,
          totp: app ? { confirmedAt: app.confirmedAt, lastUsedAt: app.lastUsedAt } : null,
          passkeys: passkeysAmong(factors).map(({ id, name, createdAt, lastUsedAt }) => ({
            id,
            name,
            createdAt,
            lastUsedAt,
          })),
          recoveryCodesLeft: await recoveryCodesLeft(records, user.id),
        },
      }
    },
  }),
  beginAppAction(parts, company),
  confirmAppAction(parts),
  removeAppAction(parts),
  ...passkeyActions(parts, company),
  writeAction({
    ...ownFactors,
    name: 'renew-recovery-codes',
    method: 'POST',
    path: '/two-factor/recovery-codes',
    summary: 'Replace my recovery codes',
    needsProof: true,
    status: 200,
    problems: ['DOCUMENT_LOCKED'],
    output: group({ recoveryCodes: shownCodes }),
    async run(ctx) {
      const user = await ctx.records.lock(users, ctx.actor.userId!)
      if (!user.hasSecondFactor)
        throw new Problem('DOCUMENT_LOCKED', { text: msg`You have no second factor. Set one up first.` })
      ctx.records.note({ action: 'recovery-codes-renewed', resource: users.name, recordId: user.id })
      return { data: { recoveryCodes: await renewRecoveryCodes(ctx, user.id) } }
    },
  }),
]

const statusFields = group({
  isEnabled: flag({ required: true }),
  isRequired: flag({ required: true, description: 'By my role.' }),
  dueAt: instant({ description: 'From then on, sessions without a second factor can only set one up.' }),
  totp: optionalJson({
    of: group({ confirmedAt: instant(), lastUsedAt: instant() }),
    example: { confirmedAt: '2026-01-31T09:30:00.000Z', lastUsedAt: null },
    description: 'Null as long as there is no app.',
  }),
  passkeys: list(group({ id: text(), name: text(), createdAt: instant(), lastUsedAt: instant() })),
  recoveryCodesLeft: integer({ required: true, example: 10 }),
})

const APP = 'Authenticator app'

const beginAppAction = ({ throttle, factorKey }: SignInParts, company: CompanyName) =>
  writeAction({
    ...ownFactors,
    name: 'begin-totp',
    method: 'POST',
    path: '/two-factor/totp',
    summary: 'Set up an authenticator app',
    description: 'It counts once its first code is confirmed; until then nothing changes.',
    status: 200,
    problems: passwordProblems,
    input: { currentPassword },
    output: group({ secret: text({ required: true }), otpauthUrl: text({ required: true }) }),
    prepare: async (ctx, input) => checkedSelf(ctx, throttle, input.currentPassword),
    async run(ctx, { input: checked }) {
      const user = await lockSelf(ctx, checked)
      for (const factor of await ctx.records.related(secondFactors, 'user', [user.id]))
        if (factor.confirmedAt === null) await ctx.records.remove(secondFactors, factor)
      const secret = newSecret()
      const sealed = encrypt(factorKey, secret)
      await ctx.records.insert(secondFactors, {
        user: user.id,
        kind: 'totp',
        name: APP,
        secret: sealed,
        counter: 0,
        transports: [],
      })
      return { data: { secret, otpauthUrl: otpauthUrl(secret, await company(ctx.records), user.email) } }
    },
  })

const confirmAppAction = ({ throttle, factorKey }: SignInParts) =>
  writeAction({
    ...ownFactors,
    name: 'confirm-totp',
    method: 'POST',
    path: '/two-factor/totp/confirm',
    summary: 'Confirm the first code of my authenticator app',
    description: 'Ends all my other sessions. The answer holds new recovery codes, this once.',
    status: 200,
    problems: ['DOCUMENT_LOCKED', 'TOO_MANY_ATTEMPTS'],
    input: { code: text({ required: true, max: 100, example: '123456' }) },
    output: group({ recoveryCodes: shownCodes }),
    async prepare(ctx, input) {
      await refuseThrottled(ctx, throttle, `second factor ${ctx.actor.userId}`)
      return input
    },
    async run(ctx, { input: { code } }) {
      const user = await ctx.records.lock(users, ctx.actor.userId!)
      const all = await ctx.records.related(secondFactors, 'user', [user.id])
      const begun = all.find(({ confirmedAt }) => confirmedAt === null)
      if (!begun)
        throw new Problem('DOCUMENT_LOCKED', {
          text: msg`No authenticator app is being set up. Begin with POST /auth/two-factor/totp.`,
        })
      const counter = stepIn(factorKey, begun, code, ctx.now)
      if (counter === undefined) throw faultsProblem([{ field: 'code', message: WRONG_CODE }])
      const former = appAmong(all.filter(({ id }) => id !== begun.id))
      if (former) await ctx.records.remove(secondFactors, former)
      await ctx.records.update(secondFactors, begun, { confirmedAt: ctx.now, lastUsedAt: ctx.now, counter })
      await noteFactor(ctx, user, null, APP)
      return { data: { recoveryCodes: await switchOn(ctx, user) } }
    },
  })

const WRONG_CODE = msg`The code is wrong. Check that the clock of the device is right, and enter the newest code.`

const removeAppAction = ({ throttle }: SignInParts) =>
  writeAction({
    ...ownFactors,
    name: 'remove-totp',
    method: 'DELETE',
    path: '/two-factor/totp',
    summary: 'Remove my authenticator app',
    status: 204,
    problems: ['NOT_FOUND', ...passwordProblems],
    input: { currentPassword },
    prepare: async (ctx, input) => checkedSelf(ctx, throttle, input.currentPassword),
    async run(ctx, { input: checked }) {
      const user = await lockSelf(ctx, checked)
      const app = appAmong(await factorsOf(ctx.records, user.id))
      if (!app) throw new Problem('NOT_FOUND', { text: msg`You have no authenticator app.` })
      await ctx.records.remove(secondFactors, app)
      await noteFactor(ctx, user, APP, null)
      await switchOffIfNone(ctx, user)
      return undefined
    },
  })
