import { parentPort, workerData } from 'node:worker_threads'
import { type Failure, findFailure, type Job } from './run-schedules.ts'
import { type SimulationName, simulations } from './simulations.ts'

const failures: (Failure | undefined)[] = []
for (const job of workerData as readonly Job[]) {
  const trace = job.traces ? (text: string) => console.log(text) : undefined
  failures.push(await findFailure(simulations[job.simulation as SimulationName], job, trace))
}
parentPort!.postMessage(failures)
