import { performance } from 'node:perf_hooks'

export const TOGETHER_MAX = 128

export interface Turn {
  work(): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Those who share a commit, and how to answer them once it is on disk. */
export class Group {
  readonly turns: Turn[] = []
  readonly answers: (() => void)[] = []
  readonly #end: number

  constructor(keptMs: number) {
    this.#end = performance.now() + keptMs
  }

  get isFull(): boolean {
    return this.turns.length >= TOGETHER_MAX || performance.now() >= this.#end
  }

  answer(): void {
    for (const answer of this.answers) answer()
  }

  refuse(error: unknown): void {
    for (const { reject } of this.turns) reject(error)
  }
}
