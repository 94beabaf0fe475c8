import type { Pen } from '../db/engine.ts'

/** A pen that is handed from one to the next, in the order in which they asked. */
export class Turns implements Pen {
  /** Nobody reads in the thread that writes, so that many may share one wait for the disk. */
  readonly keptMs = 60
  readonly isOwn = true
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  get isWanted(): boolean {
    return this.#waiting.length > 0
  }

  async take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }
}
