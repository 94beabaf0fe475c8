import type { FastifyInstance } from 'fastify'
import { joined } from '../core/lists/parameters.ts'
import { Problem } from '../core/problem.ts'
import { type Message, msg, verbatim } from '../model/message.ts'
import { parseQueryString } from './parse-request.ts'
import { sendProblem } from './server.ts'

const PROBE_INTERVAL_MS = 500
const MISSES_MAX = 3
const RETRY_AFTER_SECONDS = 1

export interface Readiness {
  /** From now on answer "not ready", so that a proxy sends no more requests. */
  drain(): void
  /** Whether it is ready for reads and writes. */
  isReady(): boolean
}

interface Watched {
  /** Reads something from the database. */
  probe(): Promise<void>
  readonly writes: {
    readonly fault: string | undefined
    readonly oldestMs: number
    look(): Promise<void>
  }
  /** How the continuous backup goes; undefined if there is none. It does not make the server unready. */
  backup(): string | undefined
}

/**
 * `/healthz`: the process lives. `/readyz`: it can read and write; known from what happens in the background, not from
 * waiting. `/readyz?for=reads` is also true while the database takes no writes.
 */
export function mountHealth(server: FastifyInstance, { probe, writes, backup }: Watched): Readiness {
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
      writes.look()
    } catch {
      misses++
    } finally {
      isProbing = false
    }
  }

  function reasonNotReady(onlyReads: boolean): Message | undefined {
    if (isDraining) return msg`Kontor is stopping.`
    if (misses >= MISSES_MAX) return msg`Kontor cannot reach its database.`
    return onlyReads || !writes.fault ? undefined : verbatim(writes.fault)
  }

  const timer = setInterval(look, PROBE_INTERVAL_MS)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))

  server.get('/healthz', async () => ({ status: 'alive' }))
  server.get('/readyz', async (request, reply) => {
    const query = new Map(joined(parseQueryString(request.url), () => false))
    const text = reasonNotReady(query.get('for') === 'reads')
    if (!text) {
      const oldestWriteMs = Math.round(writes.oldestMs)
      return { status: 'ready', writes: writes.fault ?? 'ok', oldestWriteMs, backup: backup() }
    }
    return sendProblem(request, reply, new Problem('UNAVAILABLE', { text, retryAfterSeconds: RETRY_AFTER_SECONDS }))
  })
  return {
    drain() {
      isDraining = true
    },
    isReady: () => reasonNotReady(false) === undefined,
  }
}
