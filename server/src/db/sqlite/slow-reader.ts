import { type ChildProcess, fork } from 'node:child_process'
import { channelToProcess } from '../../core/rpc/channel.ts'
import { Remote } from '../../core/rpc/rpc.ts'
import type { Query, Values } from '../engine.ts'
import { DatabaseUnavailable } from './errors.ts'

/** What a slow read is asked of. All queries between `begin` and `end` see one snapshot. */
export type ReaderServices = {
  readonly begin: () => void
  readonly query: (query: Query) => readonly Values[]
  readonly end: () => void
}
/** The name of the conversation. */
export const READER = 'reader'

export interface SlowReader {
  /** These reject with the reason if the reader was killed, or as unavailable if it has ended by itself. */
  begin(): Promise<void>
  query(query: Query): Promise<readonly Values[]>
  end(): Promise<void>
  kill(reason: Error): Promise<void>
  readonly exited: Promise<void>
}

/** A process for one slow read at a time. */
export class ReaderProcess implements SlowReader {
  readonly #child: ChildProcess
  readonly #reader: Remote<ReaderServices>
  readonly exited: Promise<void>

  constructor(file: string) {
    this.#child = fork(new URL('./reader-process.ts', import.meta.url), [file], {
      execArgv: [],
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#reader = new Remote(channelToProcess(this.#child), READER)
    const killed = () => void this.#child.kill('SIGKILL')
    process.once('exit', killed) // a server that has to stop at once does not wait for a statement
    this.exited = new Promise((resolve) => {
      const end = (cause?: unknown) => {
        process.off('exit', killed)
        this.#reader.abandon(() => new DatabaseUnavailable('The process that reads has ended.', { cause }))
        resolve()
      }
      this.#child.once('error', end)
      this.#child.once('exit', () => end())
    })
    this.#unref()
  }

  begin = () => this.#pending(this.#reader.ask('begin'))
  query = (query: Query) => this.#pending(this.#reader.ask('query', query))
  end = () => this.#pending(this.#reader.ask('end'))

  kill(reason: Error): Promise<void> {
    this.#reader.abandon(() => reason)
    this.#child.ref() // else a server that has nothing else to do would exit before it knows of the end
    this.#child.kill('SIGKILL')
    return this.exited
  }

  /** The server must not exit meanwhile. */
  #pending<T>(answer: Promise<T>): Promise<T> {
    this.#child.ref()
    this.#child.channel?.ref()
    return answer.finally(() => {
      if (this.#reader.waiting === 0) this.#unref()
    })
  }

  #unref(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}
