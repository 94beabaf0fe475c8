import { accessTokens, sessions } from './auth/access.resources.ts'
import { oauthArtifacts } from './auth/oauth/oauth-artifacts.resource.ts'
import { later } from './auth/sessions.ts'
import { serviceActor } from './core/access.ts'
import { writeAction } from './core/action.ts'
import type { Executor } from './core/command.ts'
import { idempotentReplies } from './core/idempotency.ts'
import { importFaults, importRows } from './core/imports/imports.resource.ts'
import type { Entry } from './core/rules.ts'

const HOUR_MS = 3_600_000
/** An expired token is kept for a day, so that its owner is told that it expired rather than that it never was. */
const TOKENS_KEPT_MS = 24 * HOUR_MS
const SESSIONS_KEPT_MS = 30 * 24 * HOUR_MS

/** Clears away what has run out. An action like any other, but no address leads to it. */
export const housekeeping: Entry = {
  resource: idempotentReplies,
  actions: [
    writeAction({
      name: 'clear-expired',
      method: 'POST',
      path: '',
      summary: 'Clear away what has run out',
      access: 'delete',
      status: 204,
      run: async ({ now, records }) => {
        await records.purge(idempotentReplies, 'expiresAt', now)
        await records.purge(importRows, 'expiresAt', now)
        await records.purge(importFaults, 'expiresAt', now)
        await records.purge(accessTokens, 'expiresAt', later(now, -TOKENS_KEPT_MS))
        await records.purge(oauthArtifacts, 'expiresAt', later(now, -TOKENS_KEPT_MS))
        await records.purge(sessions, 'expiresAt', later(now, -SESSIONS_KEPT_MS))
        return undefined
      },
    }),
  ],
}

export const clearExpired = (executor: Executor) =>
  executor.execute({
    resource: idempotentReplies.name,
    action: 'clear-expired',
    actor: serviceActor,
    id: '',
    input: {},
  })

/** Something to be done again and again. */
export interface Chore {
  readonly everyMs: number
  run(): Promise<unknown>
  /** Once more when the server stops, so that nothing is left undone. */
  readonly alsoAtEnd?: true
}

export const hourly = (executor: Executor): Chore => ({ everyMs: HOUR_MS, run: () => clearExpired(executor) })

/** Returns how to stop them. */
export function startChores(chores: readonly Chore[], onError: (error: unknown) => void): () => Promise<void> {
  const timers = chores.map(({ everyMs, run }) => setInterval(() => run().catch(onError), everyMs).unref())
  return async () => {
    for (const timer of timers) clearInterval(timer)
    for (const { run, alsoAtEnd } of chores) if (alsoAtEnd) await run().catch(onError)
  }
}
