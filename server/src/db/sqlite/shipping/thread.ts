// The thread that ships the log, so that neither requests nor writes wait for it.
import { parentPort, workerData } from 'node:worker_threads'
import type { Order, Report, ShippingOptions } from './messages.ts'
import { Shipper } from './shipper.ts'

const report = (message: Report) => parentPort!.postMessage(message)
const stopping = new AbortController()
const begun = new Promise<void>((resolve) => {
  parentPort!.on('message', (order: Order) => {
    if (order === 'stop') stopping.abort()
    resolve()
  })
})

const shipper = new Shipper({
  ...(workerData as ShippingOptions),
  onStatus: (status) => report({ kind: 'status', status }),
  log: (level, text) => report({ kind: 'log', level, text }),
})
await shipper.open()
report({ kind: 'opened' })
await begun
await shipper.run(stopping.signal)
process.exit() // ends the thread, also while a request to the target is pending
