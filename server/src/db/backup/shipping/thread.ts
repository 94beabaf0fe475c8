// The thread that ships the log, so that neither requests nor writes wait for it.
import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, ShippingOptions, ToThread } from './messages.ts'
import { Shipper } from './shipper.ts'

const send = (message: FromThread) => parentPort!.postMessage(message)
const stopping = new AbortController()
const begun = new Promise<void>((resolve) => {
  parentPort!.on('message', (message: ToThread) => {
    if (message === 'stop') stopping.abort()
    resolve()
  })
})

const shipper = new Shipper({
  ...(workerData as ShippingOptions),
  onStatus: (status) => send({ kind: 'status', status }),
  log: (level, text) => send({ kind: 'log', level, text }),
})
await shipper.open()
send({ kind: 'opened' })
await begun
await shipper.run(stopping.signal)
process.exit() // ends the thread, also while a request to the target is pending
