import { performance } from 'node:perf_hooks'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Common, Pen } from '../engine.ts'
import type { Memory } from '../known/memory.ts'
import type { LaterWrites } from './later-writes.ts'

const TOGETHER_MAX = 128
/** Who writes in the thread that answers requests must let others read meanwhile. */
const ownPen: Pen = { keptMs: 15, take: async () => {}, give: () => {} }

interface Turn {
  work(): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Waiting for the disk is the dearest part of a write. Whoever wants to write at the same moment therefore shares one
 * transaction, and with it one wait. A refusal takes back nobody else's work, and each is answered only when the whole is
 * on disk.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #version: StatementSync
  readonly #later: LaterWrites
  /** What all who share a commit have gathered. */
  readonly #common: Map<string, Common<unknown>>
  /** Records as they are: whoever else has written, or what was taken back, makes it worthless. */
  readonly #memory: Memory
  #knownVersion: unknown
  /** Set when what had waited was refused: all who took part do it again, so that it shows whose it was. */
  #isCareful = false
  readonly #waiting: Turn[] = []
  #running: Promise<void> | undefined
  /** Set where another thread writes to the same file. */
  pen: Pen = ownPen

  constructor(database: DatabaseSync, later: LaterWrites, common: Map<string, Common<unknown>>, memory: Memory) {
    this.#database = database
    this.#later = later
    this.#common = common
    this.#memory = memory
    this.#version = database.prepare('PRAGMA data_version')
  }

  write<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when nothing is left to be written. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      await this.pen.take()
      const answers = await this.#together()
      this.pen.give()
      for (const answer of answers) answer()
    }
    this.#running = undefined
  }

  /** As long as more come with every turn of the event loop, to wait for them is cheaper than to commit once more. */
  async #gather(): Promise<void> {
    let count: number
    do {
      count = this.#waiting.length
      await new Promise<void>((resolve) => setImmediate(resolve))
    } while (this.#waiting.length > count && count < TOGETHER_MAX)
  }

  /** One transaction. Returns how to answer everybody who took part. */
  async #together(): Promise<(() => void)[]> {
    const end = performance.now() + this.pen.keptMs
    const isCareful = this.#isCareful
    this.#isCareful = false
    this.#common.clear()
    this.#later.clear()
    try {
      this.#database.exec('BEGIN IMMEDIATE') // at once: who reads first and locks later may fail half-way
      this.#forgetIfOthersWrote()
    } catch (error) {
      return this.#waiting.splice(0, TOGETHER_MAX).map((turn) => () => turn.reject(error))
    }
    const part: Turn[] = []
    const answers: (() => void)[] = []
    try {
      while (this.#waiting.length > 0 && part.length < TOGETHER_MAX && performance.now() < end) {
        part.push(this.#waiting.shift()!)
        answers.push(await this.#alone(part.at(-1)!, isCareful))
      }
      this.#later.carryOut()
      for (const common of this.#common.values()) await common.write()
      this.#database.exec('COMMIT')
      return answers
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      this.#memory.forgetAll()
      if (isCareful || !this.#later.isLost) return part.map((turn) => () => turn.reject(error))
      this.#waiting.unshift(...part)
      this.#isCareful = true
      return []
    }
  }

  /** One piece of work. Throws only when the whole transaction is lost, as on a full disk. */
  async #alone({ work, resolve, reject }: Turn, isCareful: boolean): Promise<() => void> {
    this.#later.begin(isCareful)
    try {
      const result = await work()
      this.#later.keep()
      return () => resolve(result)
    } catch (error) {
      this.#memory.forgetAll()
      if (this.#later.isLost || !this.#database.isTransaction) throw error
      this.#later.drop()
      return () => reject(error)
    }
  }

  #forgetIfOthersWrote(): void {
    const { data_version: version } = this.#version.get() as { data_version: number }
    if (version !== this.#knownVersion) this.#memory.forgetAll()
    this.#knownVersion = version
  }
}
