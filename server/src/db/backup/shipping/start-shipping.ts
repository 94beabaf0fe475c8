import { Worker } from 'node:worker_threads'
import type { Shipping, ShippingLog } from '../continuous.ts'
import { backupStatus } from '../status.ts'
import type { FromThread, ShippingOptions, ToThread } from './messages.ts'

/** A thread that fails at once would otherwise be started again without end. */
const RESTART_MS = 5000

/**
 * Starts the thread and waits until it guards the log. A thread that ends by itself is started again: the spool tells where
 * it was.
 */
export async function startShipping(options: ShippingOptions): Promise<Shipping> {
  let log: ShippingLog | undefined
  let isStopping = false
  let sent: ToThread | undefined
  let ended: Promise<void>
  let thread: Worker

  function start(): Promise<void> {
    const started = new Worker(new URL('./thread.ts', import.meta.url), { workerData: options })
    thread = started
    const opened = new Promise<void>((resolve, reject) => {
      started.on('message', (message: FromThread) => {
        if (message.kind === 'opened') {
          Object.assign(backupStatus, { fault: undefined, isShared: false }) // of the thread before it
          resolve()
        } else if (message.kind === 'status') Object.assign(backupStatus, message.status)
        else log?.[message.level](message.text)
      })
      started.once('error', (error) => {
        backupStatus.fault = (error as Error).message
        backupStatus.threadFailures++
        log?.error(`the thread that ships the backup has failed: ${backupStatus.fault}`)
        reject(error)
      })
    })
    ended = new Promise((resolve) => {
      started.once('exit', () => {
        resolve()
        if (!isStopping && sent) setTimeout(() => isStopping || start().catch(() => {}), RESTART_MS).unref()
      })
    })
    if (sent) started.postMessage(sent)
    return opened
  }

  backupStatus.isOn = true
  await start()
  return {
    begin(target) {
      log = target
      sent = 'begin'
      thread.postMessage(sent)
    },
    async stop() {
      isStopping = true
      thread.postMessage('stop' satisfies ToThread)
      await ended
    },
  }
}
