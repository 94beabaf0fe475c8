import { isIP } from 'node:net'
import type { Detail } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import { canonicalJson } from '../../model/text.ts'
import type { Actor } from '../access.ts'
import type { Context } from '../action.ts'
import { positionAt, sealPosition } from '../events/event-position.ts'
import { headsOf } from '../events/merge-chains.ts'
import type { Cursors } from '../lists/cursor.ts'
import { type Blocker, refuseFaults } from '../problem.ts'
import { type Change, defineRules, type Rules } from '../rules.ts'
import type { Reads } from '../store.ts'
import { mayConnect } from './addresses.ts'
import { eventFaults, filterFaults } from './event-selection.ts'
import { type Grant, type Webhook, webhookStates, webhooks } from './webhooks.resource.ts'

export interface WebhookParts {
  /** Encrypts secrets in the database. */
  readonly key: Buffer
  readonly allowsPrivate: boolean
  readonly cursors: Cursors
  /** The resources whose changes are events. */
  readonly subjects: readonly Resource[]
}

/** What decides which data goes where. */
const DESTINATION = ['url', 'events', 'filter'] as const

export const webhookRules = ({ allowsPrivate, cursors, subjects }: WebhookParts): Rules<typeof webhooks> =>
  defineRules(webhooks, {
    derive: (webhook, { actor }, before) => ({
      ...(webhook.isActive && { disabledReason: null }),
      ...((!before || isRedirected(before, webhook)) && { grant: grantOf(actor) }),
    }),
    check: (webhook) => [...urlFaults(webhook, allowsPrivate), ...eventFaults(subjects, webhook)],
    closed: (webhook, ctx) => {
      const blocker = foreignBlocker(webhook, ctx)
      return blocker ? [{ fields: DESTINATION, blocker }] : []
    },
    async changed(ctx, change) {
      const { before, after } = change
      if (after && (!before || isRedirected(before, after))) refuseFaults(filterFaults(subjects, ctx.actor, after))
      await keepState(ctx, cursors, change)
    },
    async compute({ records }, some) {
      const states = await records.getMany(
        webhookStates,
        some.map(({ id }) => id),
      )
      return some.map(({ id, isActive }) => {
        const { lastDeliveredAt = null, failingSince = null, lastFailure = null, replayCursor } = states.get(id) ?? {}
        const health = isActive ? (failingSince ? ('failing' as const) : ('healthy' as const)) : ('off' as const)
        return { health, lastDeliveredAt, failingSince, lastFailure, isReplaying: Boolean(replayCursor) }
      })
    },
  })

const isRedirected = (before: Webhook, after: Webhook): boolean =>
  DESTINATION.some((field) => canonicalJson(before[field]) !== canonicalJson(after[field]))

/** A webhook tells no more than the credential could read that chose where it goes. */
const grantOf = ({ scopes, narrowedTo }: Actor): Grant => ({ scopes, ...(narrowedTo && { narrowedTo }) })

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

function urlFaults({ url }: Webhook, allowsPrivate: boolean): Detail[] {
  const parsed = URL.parse(url)
  if (!parsed) return []
  const { protocol, username, password, hostname } = parsed
  const host = hostname.replace(/^\[|\]$/g, '')
  const fault = (message: Detail['message']) => [{ field: 'url', message }]
  if (protocol === 'http:' && !allowsPrivate) return fault(msg`url must begin with https://.`)
  if (username !== '' || password !== '') return fault(msg`url must not contain a user name or a password.`)
  if (isIP(host) && !mayConnect(host, allowsPrivate)) return fault(msg`url must not be a private address.`)
  return []
}

/** The present end of the change feed. */
export const cursorNow = async (records: Reads, cursors: Cursors): Promise<string> =>
  sealPosition(cursors, positionAt(await headsOf(records)))

/** A webhook begins with the present, also when it is switched on again: what happened meanwhile can be replayed. */
async function keepState({ records }: Context, cursors: Cursors, { before, after }: Change<typeof webhooks>) {
  if (!before) {
    await records.insert(webhookStates, { id: after!.id, cursor: await cursorNow(records, cursors), leaseCount: 0 })
    return
  }
  if (after && (before.isActive || !after.isActive)) return
  const state = await records.lock(webhookStates, before.id)
  if (after)
    await records.update(webhookStates, state, {
      cursor: await cursorNow(records, cursors),
      failingSince: null,
      lastFailure: null,
    })
  else await records.remove(webhookStates, state)
}
