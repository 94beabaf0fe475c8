import { History, type Operation } from '../history/history.ts'
import type { Recording } from './recording.ts'

/** A history that knows how much was recorded when each write was acknowledged. */
export class RecordedHistory extends History {
  #recording: Recording | undefined
  /** Acknowledged before the current recording. */
  readonly #earlier: Operation[] = []
  #current: { readonly operation: Operation; readonly position: number }[] = []

  get recording(): Recording {
    return this.#recording!
  }

  record(recording: Recording): void {
    this.#earlier.push(...this.#current.map(({ operation }) => operation))
    this.#current = []
    this.#recording = recording
  }

  override end(operation: Operation, result: Parameters<History['end']>[1]): void {
    super.end(operation, result)
    if (result.outcome === 'ok') this.#current.push({ operation, position: this.recording.position })
  }

  /** The writes that must survive a cut at this position of the current recording. */
  acknowledgedUntil(position: number): Operation[] {
    const current = this.#current.filter((write) => write.position <= position)
    return [...this.#earlier, ...current.map(({ operation }) => operation)]
  }
}
