import { isIP } from 'node:net'
import type { Actor, CurrentActor } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Cursors } from '../../core/lists/cursor.ts'
import { type Blocker, refuseFaults } from '../../core/problem.ts'
import { type Change, defineRules, type Rules } from '../../core/rules.ts'
import type { Reads, Records } from '../../core/store.ts'
import type { Detail } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import { canonicalJson } from '../../model/text.ts'
import { keptCursors, positionAt, sealPosition } from '../events/event-position.ts'
import { headsOf } from '../events/merge-chains.ts'
import { mayConnect } from './addresses.ts'
import { dropPending } from './drop-pending.ts'
import { eventFaults, filterFaults } from './event-selection.ts'
import { grantOf } from './webhook-owner.ts'
import { type Webhook, webhookStates, webhooks } from './webhooks.resource.ts'

export interface WebhookParts {
  /** Encrypts secrets in the database. */
  readonly key: Buffer
  readonly allowsPrivate: boolean
  readonly cursors: Cursors
  /** The resources whose changes are events. */
  readonly subjects: readonly Resource[]
  /** Looks up in a transaction who ordered a webhook. */
  actorIn(reads: Reads, now: string): CurrentActor
  /** Tells the owner of a webhook that it sends to a new address. */
  notify(ctx: Context, webhook: Webhook): Promise<void>
}

/** What decides which data goes where. */
const DESTINATION = ['url', 'events', 'filter'] as const

export const webhookRules = ({ allowsPrivate, subjects, notify }: WebhookParts): Rules<typeof webhooks> =>
  defineRules(webhooks, {
    derive: (webhook, { actor }, before) => ({
      ...(webhook.isActive && { disabledReason: null }),
      ...(isOrdered(before, webhook, actor) && { grant: grantOf(actor) }),
    }),
    check: (webhook) => [...urlFaults(webhook, allowsPrivate), ...eventFaults(subjects, webhook)],
    closed: (webhook, ctx) => {
      const blocker = foreignBlocker(webhook, ctx)
      if (!blocker) return []
      return [
        { fields: DESTINATION, blocker },
        ...(hasEnded(webhook) ? [{ fields: ['isActive'], blocker: ENDED }] : []),
      ]
    },
    async changed(ctx, change) {
      const { before, after } = change
      if (after && (!before || isRedirected(before, after))) refuseFaults(filterFaults(subjects, ctx.actor, after))
      await keepState(ctx, change)
      if (!after || before?.url === after.url) return
      if (before) await dropPending(ctx, after)
      await notify(ctx, after)
    },
    async compute({ records }, some) {
      const states = await records.getMany(
        webhookStates,
        some.map(({ id }) => id),
      )
      return some.map(({ id, isActive, grant }) => {
        const { lastDeliveredAt = null, failingSince = null, lastFailure = null, replayCursor } = states.get(id) ?? {}
        const health = isActive ? (failingSince ? ('failing' as const) : ('healthy' as const)) : ('off' as const)
        const orderedWith = grant?.credential?.id ?? null
        return { health, lastDeliveredAt, failingSince, lastFailure, orderedWith, isReplaying: Boolean(replayCursor) }
      })
    },
  })

const isRedirected = (before: Webhook, after: Webhook): boolean =>
  DESTINATION.some((field) => canonicalJson(before[field]) !== canonicalJson(after[field]))

/**
 * Whether the actor orders the webhook by this: from now on it reads no more than the credential of the actor can, and ends
 * with it. Another user can switch a webhook on, which changes nothing of what its owner has ordered.
 */
const isOrdered = (before: Webhook | undefined, after: Webhook, { userId }: Actor): boolean =>
  !before || isRedirected(before, after) || (!before.isActive && after.isActive && before.createdBy === userId)

const hasEnded = ({ disabledReason }: Webhook): boolean =>
  disabledReason === 'credential-ended' || disabledReason === 'owner-inactive'

const ENDED: Blocker = {
  code: 'FORBIDDEN',
  text: msg`The credential that ordered the webhook has ended. Only the user who created the webhook can switch it on again.`,
}

/** A webhook reads with the rights of the user who created it: another user must not send that elsewhere. */
export const foreignBlocker = ({ createdBy }: Webhook, { actor }: Context<Reads>): Blocker | undefined =>
  createdBy === actor.userId
    ? undefined
    : {
        code: 'FORBIDDEN',
        text: msg`Only the user who created the webhook can change its address, events, filter and secret. Create another webhook.`,
      }

export const inactiveBlocker = ({ isActive }: Webhook): Blocker | undefined =>
  isActive ? undefined : { code: 'DOCUMENT_LOCKED', text: msg`The webhook is not active. Set isActive to true first.` }

/** Names of this machine, with or without the dot at the end. */
const LOCAL = /^(.*\.)?localhost\.?$|^localhost\.localdomain\.?$/

function urlFaults({ url }: Webhook, allowsPrivate: boolean): Detail[] {
  const parsed = URL.parse(url)
  if (!parsed) return []
  const { protocol, username, password, hostname } = parsed
  const host = hostname.replace(/^\[|\]$/g, '')
  const fault = (message: Detail['message']) => [{ field: 'url', message }]
  if (protocol === 'http:' && !allowsPrivate) return fault(msg`url must begin with https://.`)
  if (username !== '' || password !== '') return fault(msg`url must not contain a user name or a password.`)
  const isPrivate = isIP(host) ? !mayConnect(host, allowsPrivate) : !allowsPrivate && LOCAL.test(host)
  if (isPrivate) return fault(msg`url must not be a private address.`)
  return []
}

/** The present end of the change feed. */
const cursorNow = async (records: Reads): Promise<string> =>
  sealPosition(keptCursors, positionAt(await headsOf(records)))

/** A webhook begins with the present, also when it is switched on again: what happened meanwhile can be replayed. */
async function keepState({ records }: Context, { before, after }: Change<typeof webhooks>) {
  if (!before) {
    await records.insert(webhookStates, { id: after!.id, cursor: await cursorNow(records), leaseCount: 0 })
    return
  }
  if (!after) return removeState(records, before.id)
  if (before.isActive || !after.isActive) return
  await records.update(webhookStates, await records.lock(webhookStates, before.id), {
    cursor: await cursorNow(records),
    failingSince: null,
    lastFailure: null,
  })
}

/** A webhook that is deleted has nothing left to send. */
export async function removeState(records: Records, id: string): Promise<void> {
  await records.remove(webhookStates, await records.lock(webhookStates, id))
}
