import { Worker } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { channelToThread } from '../../core/rpc/channel.ts'
import { type RemoteWriter, remoteWriter } from './remote-writer.ts'

export type WriterThread = RemoteWriter

/** A write leaves little garbage; without a limit the thread would keep tens of megabytes for it. */
const YOUNG_MB = 48

/** `onDeath` is called if the thread ends by itself: the result of writes under way is then not known. */
export function startWriter(config: Config, onDeath: (error: unknown) => void): WriterThread {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: config,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const writer = remoteWriter(channelToThread(thread))
  let isClosing = false
  let cause: unknown
  thread.on('error', (error) => {
    cause = error
  })
  const ended = new Promise<void>((resolve) => {
    thread.once('exit', (code) => {
      const error = new Error(`The writer thread ended with code ${code}.`, { cause })
      writer.abandon(error)
      if (!isClosing) onDeath(error)
      resolve()
    })
  })
  return {
    ...writer,
    async close() {
      isClosing = true
      await Promise.race([writer.close().catch(() => {}), ended]) // a thread that is dead does not answer
      await ended
    },
  }
}
