import { AggregatorRegistry } from '@platformatic/prom-client'
import type { Metrics, Sample } from '../../http/answers/access-log.ts'
import type { Channel } from '../writer/channel.ts'

/** A worker that hangs is left out. */
const COLLECT_TIMEOUT_MS = 2000

type ToPrimary =
  | { readonly kind: 'metrics-wanted'; readonly id: number }
  | { readonly kind: 'metrics-collected'; readonly id: number; readonly samples: readonly Sample[] }
type ToWorker =
  | { readonly kind: 'metrics-collect'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }

/** Adds up the metrics of this process and of all workers, so that it does not matter which one is asked. */
export class MetricsCollector {
  readonly #metrics: Metrics
  readonly #workers = new Set<Channel<ToWorker, ToPrimary>>()
  readonly #waiting = new Map<number, (samples: readonly Sample[]) => void>()
  #lastId = 0

  constructor(metrics: Metrics) {
    this.#metrics = metrics
  }

  /** Returns what to do when the worker ends. */
  serve(channel: Channel<ToWorker, ToPrimary>): () => void {
    this.#workers.add(channel)
    channel.listen(async (messages) => {
      for (const message of messages) {
        if (message.kind === 'metrics-collected') this.#waiting.get(message.id)?.(message.samples)
        else if (message.kind === 'metrics-wanted')
          channel.send([{ kind: 'metrics', id: message.id, text: await this.#text() }])
      }
    })
    return () => this.#workers.delete(channel)
  }

  async #text(): Promise<string> {
    const all = [this.#metrics.samples(), ...[...this.#workers].map((channel) => this.#ask(channel))]
    return AggregatorRegistry.aggregate((await Promise.all(all)) as never).metrics()
  }

  #ask(channel: Channel<ToWorker, ToPrimary>): Promise<readonly Sample[]> {
    const id = ++this.#lastId
    return new Promise<readonly Sample[]>((resolve) => {
      this.#waiting.set(id, resolve)
      setTimeout(resolve, COLLECT_TIMEOUT_MS, []).unref()
      channel.send([{ kind: 'metrics-collect', id }])
    }).finally(() => this.#waiting.delete(id))
  }
}

/** Of a worker: tells the primary process its metrics, and returns how to ask for those of all processes. */
export type ShareMetrics = (own: Metrics) => () => Promise<string>

export const shareMetrics =
  (channel: Channel<ToPrimary, ToWorker>): ShareMetrics =>
  (own) => {
    const waiting = new Map<number, (text: string) => void>()
    let lastId = 0
    channel.listen(async (messages) => {
      for (const message of messages) {
        if (message.kind === 'metrics') {
          waiting.get(message.id)?.(message.text)
          waiting.delete(message.id)
        } else if (message.kind === 'metrics-collect') {
          channel.send([{ kind: 'metrics-collected', id: message.id, samples: await own.samples() }])
        }
      }
    })
    return () =>
      new Promise((resolve) => {
        const id = ++lastId
        waiting.set(id, resolve)
        channel.send([{ kind: 'metrics-wanted', id }])
      })
  }
