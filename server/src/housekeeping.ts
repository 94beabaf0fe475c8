import { accessTokens, sessions } from './auth/access.resources.ts'
import { later } from './auth/sessions.ts'
import { serviceActor } from './core/access.ts'
import { writeAction } from './core/action.ts'
import type { Executor } from './core/command.ts'
import { idempotentReplies } from './core/idempotency.ts'
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
        await records.purge(accessTokens, 'expiresAt', later(now, -TOKENS_KEPT_MS))
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

/** Once an hour. Returns how to stop it. */
export function startHousekeeping(executor: Executor, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => clearExpired(executor).catch(onError), HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
