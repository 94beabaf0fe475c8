import { parentPort, workerData } from 'node:worker_threads'
import { brokenLanes } from './broken-lanes.ts'
import { brokenQueues } from './broken-queues.ts'
import { type Failure, findFailure, type Job } from './simulate.ts'

const bugs = { ...brokenLanes, ...brokenQueues }
const failures: (Failure | undefined)[] = []
for (const { first, count, bugTitle, traces } of workerData as readonly Job[]) {
  const bug = bugTitle === undefined ? {} : { bug: bugs[bugTitle]! }
  const trace = traces ? { trace: (text: string) => console.log(text) } : {}
  failures.push(await findFailure(first, count, { ...bug, ...trace }))
}
parentPort!.postMessage(failures)
