import type { Connection, Engine } from '../engine.ts'
import { lastNumber } from './series.ts'

/** Another number whenever something has changed on which access depends. */
export const ACCESS_EPOCH = 'access epoch'

/** All who ask in the same moment are answered by one look, which happens after the last of them has asked. */
export function epochOf(engine: Engine, reader: Connection): () => Promise<number> {
  let look: Promise<number> | undefined
  return () => {
    look ??= Promise.resolve().then(() => {
      look = undefined
      return lastNumber(engine, reader, ACCESS_EPOCH)
    })
    return look
  }
}
