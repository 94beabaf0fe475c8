import { type ChildProcess, fork } from 'node:child_process'
import type { Query, Values } from '../engine.ts'
import { DatabaseUnavailable } from './errors.ts'

/** What the process is asked. All queries between `begin` and `end` see one snapshot. */
export type Question = { readonly kind: 'begin' | 'end' } | { readonly kind: 'query'; readonly query: Query }

export type Request = Question & { readonly id: number }

export type Answer = { readonly id: number } & (
  | { readonly rows: readonly Values[] }
  /** An error as plain data: structured cloning would lose its code. */
  | { readonly error: { readonly message: string; readonly errcode?: number } }
)

/** What a slow read is asked of. */
export interface SlowReader {
  /** Rejects with the reason if the reader was killed, or as unavailable if it has ended by itself. */
  ask(question: Question): Promise<readonly Values[]>
  kill(reason: Error): Promise<void>
  readonly exited: Promise<void>
}

/** A process for one slow read at a time, and the questions that wait for its answers. */
export class ReaderProcess implements SlowReader {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { resolve(rows: readonly Values[]): void; reject(error: Error): void }>()
  readonly exited: Promise<void>
  #ended: Error | undefined
  #lastId = 0

  constructor(file: string) {
    this.#child = fork(new URL('./reader-process.ts', import.meta.url), [file], {
      execArgv: [],
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const killed = () => void this.#child.kill('SIGKILL')
    process.once('exit', killed) // a server that has to stop at once does not wait for a statement
    this.#child.on('message', (answer: Answer) => this.#settle(answer))
    this.exited = new Promise((resolve) => {
      const end = (cause?: unknown) => {
        process.off('exit', killed)
        this.#reject(new DatabaseUnavailable('The process that reads has ended.', { cause }))
        resolve()
      }
      this.#child.once('error', end)
      this.#child.once('exit', () => end())
    })
    this.#unref()
  }

  ask(question: Question): Promise<readonly Values[]> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      // The server must not exit while a read is pending.
      this.#child.ref()
      this.#child.channel?.ref()
      this.#child.send({ ...question, id } satisfies Request, () => {})
    })
  }

  kill(reason: Error): Promise<void> {
    this.#reject(reason)
    this.#child.ref() // else a server that has nothing else to do would exit before it knows of the end
    this.#child.kill('SIGKILL')
    return this.exited
  }

  /** An answer counts only if its number belongs to a question that still waits. */
  #settle(answer: Answer): void {
    const asked = this.#waiting.get(answer.id)
    if (!asked) return
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) this.#unref()
    if ('rows' in answer) asked.resolve(answer.rows)
    else asked.reject(Object.assign(new Error(answer.error.message), answer.error))
  }

  #reject(reason: Error): void {
    this.#ended ??= reason
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }

  #unref(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}
