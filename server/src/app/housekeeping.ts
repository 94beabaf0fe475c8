import { accessTokens, sessions } from '../auth/access.resources.ts'
import { DEVICE_DAYS } from '../auth/mail/notices.ts'
import { oauthArtifacts } from '../auth/oauth/oauth-artifacts.resource.ts'
import { passwordLinks } from '../auth/password-links/password-links.resource.ts'
import { IDLE_DAYS } from '../auth/sessions.ts'
import { challenges } from '../auth/two-factor/two-factor.resources.ts'
import { serviceActor } from '../core/access.ts'
import { writeAction } from '../core/action.ts'
import type { Executor } from '../core/command.ts'
import { idempotentReplies } from '../core/idempotency.ts'
import { importFaults, importRows } from '../core/imports/imports.resource.ts'
import type { Entry } from '../core/rules.ts'
import { webhookDeliveries } from '../core/webhooks/webhook-deliveries.resource.ts'
import type { Resource } from '../model/resource.ts'
import { later } from '../model/text.ts'

const HOUR_MS = 3_600_000
/** An expired token is kept for a day, so that its owner is told that it has expired rather than that it is unknown. */
const TOKENS_KEPT_MS = 24 * HOUR_MS
/** With the time until an idle session expires: as long as a device of a user counts as known. */
const SESSIONS_KEPT_MS = (DEVICE_DAYS - IDLE_DAYS) * 24 * HOUR_MS
/** The most rows that one transaction deletes: other writes wait for its end, and a database server aborts long statements. */
export const PURGE_LIMIT = 500

/** Resources with an `expiresAt`, and how long a record is kept after it. */
const expiring: readonly { readonly resource: Resource; readonly keptMs: number }[] = [
  { resource: idempotentReplies, keptMs: 0 },
  { resource: importRows, keptMs: 0 },
  { resource: importFaults, keptMs: 0 },
  { resource: challenges, keptMs: 0 },
  { resource: accessTokens, keptMs: TOKENS_KEPT_MS }, // before the sessions that they refer to
  { resource: oauthArtifacts, keptMs: TOKENS_KEPT_MS },
  { resource: passwordLinks, keptMs: 0 },
  { resource: webhookDeliveries, keptMs: 0 },
  { resource: sessions, keptMs: SESSIONS_KEPT_MS },
]

/** Deletes expired records, a limited number of rows at a time. An action like any other, but without an endpoint. */
export const housekeeping: Entry = {
  resource: idempotentReplies,
  usesReserve: true,
  actions: [
    writeAction({
      name: 'clear-expired',
      method: 'POST',
      path: '',
      summary: 'Delete expired records',
      access: 'delete',
      status: 200,
      run: async ({ now, records }) => {
        let left = PURGE_LIMIT
        for (const { resource, keptMs } of expiring) {
          left -= await records.purge(resource, 'expiresAt', later(now, -keptMs), left)
          if (left === 0) break
        }
        return { data: { isComplete: left > 0 } }
      },
    }),
  ],
}

/** Each transaction is a separate request, so that other writes can run between two of them. */
export async function clearExpired(executor: Executor, stopping?: AbortSignal): Promise<void> {
  const command = { resource: idempotentReplies.name, action: 'clear-expired', actor: serviceActor, id: '', input: {} }
  let isComplete = false
  while (!isComplete && !stopping?.aborted) {
    const { body } = await executor.execute(command)
    isComplete = JSON.parse(body).data.isComplete
  }
}

/** A periodic job. */
export interface Chore {
  readonly everyMs: number
  /** Long work checks the signal and ends early when the server stops. */
  run(stopping: AbortSignal): Promise<unknown>
  /** Also run once when the server stops. */
  readonly alsoAtEnd?: true
}

export const hourly = (executor: Executor): Chore => ({
  everyMs: HOUR_MS,
  run: (stopping) => clearExpired(executor, stopping),
})

/** Returns a function that stops the jobs and waits for running ones. */
export function startChores(chores: readonly Chore[], onError: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController()
  const running = new Map<Chore, Promise<unknown>>()
  const start = (chore: Chore) => {
    if (running.has(chore)) return
    const work = chore.run(stopping.signal).catch(onError)
    running.set(
      chore,
      work.finally(() => running.delete(chore)),
    )
  }
  const timers = chores.map((chore) => setInterval(() => start(chore), chore.everyMs).unref())
  return async () => {
    for (const timer of timers) clearInterval(timer)
    stopping.abort()
    await Promise.all(running.values())
    for (const { run, alsoAtEnd } of chores) if (alsoAtEnd) await run(stopping.signal).catch(onError)
  }
}
