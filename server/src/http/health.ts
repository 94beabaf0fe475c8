import type { FastifyInstance } from 'fastify'
import { Problem } from '../core/problem.ts'
import { sendProblem } from './server.ts'

const PROBE_INTERVAL_MS = 500
const MISSES_MAX = 3
const RETRY_AFTER_SECONDS = 1

export interface Readiness {
  /** From now on answer "not ready", so that a proxy sends no more requests. */
  drain(): void
}

/** `/healthz`: the process lives. `/readyz`: it can serve; known from a probe in the background, not from waiting. */
export function mountHealth(server: FastifyInstance, probe: () => Promise<void>): Readiness {
  let misses = 0
  let isDraining = false
  let isProbing = false

  async function look(): Promise<void> {
    if (isProbing) {
      misses++ // the last probe has not come back yet
      return
    }
    isProbing = true
    try {
      await probe()
      misses = 0
    } catch {
      misses++
    } finally {
      isProbing = false
    }
  }

  function reasonNotReady(): string | undefined {
    if (isDraining) return 'Kontor is stopping.'
    return misses >= MISSES_MAX ? 'Kontor cannot reach its database.' : undefined
  }

  const timer = setInterval(look, PROBE_INTERVAL_MS)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))

  server.get('/healthz', async () => ({ status: 'alive' }))
  server.get('/readyz', async (request, reply) => {
    const message = reasonNotReady()
    if (!message) return { status: 'ready' }
    return sendProblem(request, reply, new Problem('UNAVAILABLE', { message, retryAfterSeconds: RETRY_AFTER_SECONDS }))
  })
  return {
    drain() {
      isDraining = true
    },
  }
}
