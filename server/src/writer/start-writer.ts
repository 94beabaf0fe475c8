import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { channelToThread } from './channel.ts'
import type { Answer, Request } from './messages.ts'
import { type RemoteWriter, remoteWriter } from './remote-writer.ts'

/** A thread that writes. */
export interface WriterThread extends RemoteWriter {
  close(): Promise<void>
}

/** What one write leaves behind is small, and a thread would otherwise keep tens of megabytes for it. */
const YOUNG_MB = 48

/** `onDeath` is called if the thread ends by itself: what it was asked to do may or may not have happened. */
export function startWriter(config: Config, onDeath: (error: unknown) => void): WriterThread {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: config,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const writer = remoteWriter(channelToThread<Request, Answer>(thread))
  let isClosing = false
  thread.on('error', onDeath)
  const ended = new Promise<void>((resolve) => {
    thread.once('exit', (code) => {
      if (!isClosing) onDeath(new Error(`The thread that writes ended with ${code}.`))
      resolve()
    })
  })
  return {
    ...writer,
    async close() {
      isClosing = true
      thread.postMessage([{ kind: 'close' } satisfies Request])
      await ended
    },
  }
}
