import { Worker } from 'node:worker_threads'
import { backupStatus } from '../../backup/status.ts'
import type { Shipping, ShippingLog } from '../../engine.ts'
import type { Order, Report, ShippingOptions } from './messages.ts'

/** A thread that fails at once would otherwise be started again without end. */
const RESTART_MS = 5000

/**
 * Starts the thread and waits until it guards the log. A thread that ends by itself is started again: the spool tells where
 * it was.
 */
export async function startShipping(options: ShippingOptions): Promise<Shipping> {
  let log: ShippingLog | undefined
  let isStopping = false
  let order: Order | undefined
  let ended: Promise<void>
  let thread: Worker

  function start(): Promise<void> {
    const started = new Worker(new URL('./thread.ts', import.meta.url), { workerData: options })
    thread = started
    const opened = new Promise<void>((resolve, reject) => {
      started.on('message', (report: Report) => {
        if (report.kind === 'opened') {
          backupStatus.fault = undefined // of the thread before it
          resolve()
        } else if (report.kind === 'status') Object.assign(backupStatus, report.status)
        else log?.[report.level](report.text)
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
        if (!isStopping && order) setTimeout(() => isStopping || start().catch(() => {}), RESTART_MS).unref()
      })
    })
    if (order) started.postMessage(order)
    return opened
  }

  backupStatus.isOn = true
  await start()
  return {
    begin(target) {
      log = target
      order = 'begin'
      thread.postMessage(order)
    },
    async stop() {
      isStopping = true
      thread.postMessage('stop' satisfies Order)
      await ended
    },
  }
}
