import { AggregatorRegistry } from '@platformatic/prom-client'
import { Remote, type RpcChannel, serve } from '../../core/rpc/rpc.ts'
import type { Metrics, Sample } from '../../http/answers/access-log.ts'

/** A worker that hangs is left out. */
const COLLECT_TIMEOUT_MS = 2000
/** One that has left so many questions open is not asked again until it answers. */
const OPEN_MAX = 10

const OF_ALL = 'metrics of all'
const OF_WORKER = 'metrics of a worker'

type AllServices = { readonly text: () => Promise<string> }
type WorkerServices = { readonly samples: () => Promise<Sample[]> }

/** Adds up the metrics of this process and of all workers, so that it does not matter which one is asked. */
export class MetricsCollector {
  readonly #metrics: Metrics
  readonly #workers = new Set<Remote<WorkerServices>>()

  constructor(metrics: Metrics) {
    this.#metrics = metrics
  }

  /** Returns what to do when the worker ends. */
  serve(channel: RpcChannel): () => void {
    const worker = new Remote<WorkerServices>(channel, OF_WORKER)
    this.#workers.add(worker)
    serve(channel, OF_ALL, { text: () => this.#text() } satisfies AllServices)
    return () => this.#workers.delete(worker)
  }

  async #text(): Promise<string> {
    const all = [this.#metrics.samples(), ...[...this.#workers].map(samplesInTime)]
    return AggregatorRegistry.aggregate((await Promise.all(all)) as never).metrics()
  }
}

async function samplesInTime(worker: Remote<WorkerServices>): Promise<readonly Sample[]> {
  if (worker.waiting >= OPEN_MAX) return []
  const { promise: late, resolve } = Promise.withResolvers<readonly Sample[]>()
  const timer = setTimeout(resolve, COLLECT_TIMEOUT_MS, []).unref()
  return Promise.race([worker.ask('samples'), late]).finally(() => clearTimeout(timer))
}

/** Of a worker: tells the primary process its metrics, and returns how to ask for those of all processes. */
export type ShareMetrics = (own: Metrics) => () => Promise<string>

export const shareMetrics =
  (channel: RpcChannel): ShareMetrics =>
  (own) => {
    serve(channel, OF_WORKER, { samples: () => own.samples() } satisfies WorkerServices)
    const all = new Remote<AllServices>(channel, OF_ALL)
    return () => all.ask('text')
  }
