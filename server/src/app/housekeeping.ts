import { accessTokens, sessions } from '../auth/access.resources.ts'
import { DEVICE_DAYS } from '../auth/mail/notices.ts'
import { oauthArtifacts } from '../auth/oauth/oauth-artifacts.resource.ts'
import { passwordLinks } from '../auth/password-links/password-links.resource.ts'
import { IDLE_DAYS } from '../auth/sessions.ts'
import { challenges } from '../auth/two-factor/two-factor.resources.ts'
import type { Context } from '../core/action.ts'
import type { Executor } from '../core/command.ts'
import { idempotentReplies } from '../core/execution/idempotency.ts'
import type { Expiring } from '../core/feature.ts'
import { stepsEntry, stepsOf } from '../core/jobs/steps.ts'
import { plainList } from '../core/lists/list-query.ts'
import type { Entry } from '../core/rules.ts'
import type { Reads } from '../core/store.ts'
import { features } from '../features/features.ts'
import type { AnyRecord } from '../model/resource.ts'
import { later } from '../model/text.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An expired token is kept for a day, so that its owner is told that it has expired rather than that it is unknown. */
const TOKENS_KEPT_MS = 24 * HOUR_MS
/** With the time until an idle session expires: as long as a device of a user counts as known. */
const SESSIONS_KEPT_MS = (DEVICE_DAYS - IDLE_DAYS) * 24 * HOUR_MS
/** The most rows that one transaction deletes: other writes wait for its end, and a database server aborts long statements. */
export const PURGE_LIMIT = 500

const expiring: readonly Expiring[] = [
  { resource: idempotentReplies, keptMs: 0 },
  ...features.flatMap((feature) => feature.expiring ?? []),
  { resource: challenges, keptMs: 0 },
  { resource: accessTokens, keptMs: TOKENS_KEPT_MS }, // before the sessions that they refer to
  { resource: oauthArtifacts, keptMs: TOKENS_KEPT_MS },
  { resource: passwordLinks, keptMs: 0 },
  { resource: sessions, keptMs: SESSIONS_KEPT_MS },
]

/** Deletes expired records, a limited number of rows at a time. */
export const housekeeping: Entry = {
  ...stepsEntry(idempotentReplies, { 'clear-expired': purgeExpired }),
  usesReserve: true,
}

async function purgeExpired({ now, records }: Context, _id: string, input: { readonly at?: string }) {
  const { at = await purgedAt(now, records) } = input
  let left = PURGE_LIMIT
  for (const { resource, keptMs } of expiring) {
    left -= await records.purge(resource, 'expiresAt', later(at, -keptMs), left)
    if (left === 0) break
  }
  return { isComplete: left > 0, at }
}

/**
 * The time that counts as now for one purge: at most a day after the oldest record should have been deleted. A clock that
 * is a year ahead for an hour must not delete what is needed when it is right again; a server that was off for weeks
 * catches up within hours.
 */
async function purgedAt(now: string, records: Reads): Promise<string> {
  const oldest = await Promise.all(
    expiring.map(async ({ resource, keptMs }) => {
      const isExpired = { path: 'expiresAt', operator: 'lte', values: [later(now, -keptMs)] } as const
      const query = plainList([isExpired], { sort: 'expiresAt', order: 'asc', perPage: 1 })
      const [first] = (await records.list(resource, query)).records as readonly AnyRecord[]
      return first ? later(first.expiresAt as string, keptMs + DAY_MS) : now
    }),
  )
  return oldest.reduce((least, time) => (time < least ? time : least), now)
}

/** Each transaction is a separate request, so that other writes can run between two of them. */
export async function clearExpired(executor: Executor, stopping?: AbortSignal): Promise<void> {
  const step = stepsOf({ executor }, idempotentReplies)
  let [isComplete, input] = [false, {}]
  while (!isComplete && !stopping?.aborted) {
    const { at, ...state } = await step('clear-expired', '', input)
    isComplete = state.isComplete === true
    input = { at }
  }
}
