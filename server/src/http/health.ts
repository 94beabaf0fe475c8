import type { FastifyInstance } from 'fastify'

const PROBE_INTERVAL_MS = 500
const MISSES_MAX = 3

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

  const timer = setInterval(look, PROBE_INTERVAL_MS)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))

  server.get('/healthz', async () => ({ status: 'alive' }))
  server.get('/readyz', async (_request, reply) => {
    const reason = isDraining ? 'stopping' : misses >= MISSES_MAX ? 'database unreachable' : undefined
    return reply.code(reason ? 503 : 200).send(reason ? { status: 'not ready', reason } : { status: 'ready' })
  })
  return {
    drain() {
      isDraining = true
    },
  }
}
