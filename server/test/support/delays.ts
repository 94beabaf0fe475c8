import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/db/engine.ts'

/** One access in so many is delayed, before and after it, by up to so many milliseconds. */
const ONE_IN = 6
const LONGEST_MS = 25

const pause = async () => {
  if (Math.random() < 1 / ONE_IN) await sleep(Math.random() * LONGEST_MS)
}

/**
 * With `KONTOR_TEST_DELAYS=1` the database answers late at random, as on a busy machine. A test that fails only then relies on
 * an order of events that nothing guarantees.
 */
export function withDelays(engine: Engine): Engine {
  if (process.env.KONTOR_TEST_DELAYS !== '1') return engine
  for (const name of ['read', 'write', 'snapshot'] as const) {
    const access = engine[name].bind(engine) as (...parameters: unknown[]) => Promise<unknown>
    const delayed = async (...parameters: unknown[]) => {
      await pause()
      try {
        return await access(...parameters)
      } finally {
        await pause()
      }
    }
    Object.assign(engine, { [name]: delayed })
  }
  return engine
}
