import type { WriteLock } from '../../db/engine.ts'

/** A lock that is granted in the order in which it was asked for. */
export class FairLock implements WriteLock {
  /** The writer thread answers no requests, so a large batch per commit delays no read. */
  readonly maxHoldMs = 60
  readonly #waiting: (() => void)[] = []
  #isHeld = false

  async acquire(): Promise<void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isHeld = true
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isHeld = false
  }
}
