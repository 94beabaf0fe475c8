import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Common, Pen, Query } from '../engine.ts'
import type { Memory } from '../known/memory.ts'
import { Dictation } from './dictation.ts'
import { Group, TOGETHER_MAX, type Turn } from './group.ts'
import { LaterWrites } from './later-writes.ts'
import type { Scribe } from './scribe.ts'

/** So many at once are worth a second thread. */
const CROWD = 8
/** So many make a commit worth its while, though more are waiting. */
const ENOUGH = 16
/** Who writes in the thread that answers requests must let others read meanwhile. */
const ownPen: Pen = { keptMs: 15, isOwn: true, isWanted: false, take: async () => {}, give: () => {} }

/** What was decided rests on something that was not written, or on what another process has changed meanwhile. */
class Undone extends Error {}

export interface GroupCommitParts {
  readonly database: DatabaseSync
  readonly run: (query: Query) => unknown
  /** What all who share a commit have gathered. */
  readonly common: Map<string, Common<unknown>>
  /** Records as they are: whoever else has written, or what was taken back, makes it worthless. */
  readonly memory: Memory
  readonly scribe: Scribe
}

/**
 * Waiting for the disk is the dearest part of a write. Whoever wants to write at the same moment therefore shares one
 * transaction, and with it one wait. A refusal takes back nobody else's work, and each is answered only when the whole is
 * on disk.
 *
 * Where there is a crowd, a scribe carries out what one group has decided while the next decides. If another process
 * writes meanwhile, that group decides again. As soon as somebody has to see what he has written himself, this connection
 * takes over, and the group ends here.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #later: LaterWrites
  readonly #common: Map<string, Common<unknown>>
  readonly #memory: Memory
  readonly #dictation: Dictation
  readonly #version: StatementSync
  #knownVersion: unknown
  readonly #waiting: Turn[] = []
  #running: Promise<void> | undefined
  #takingOver: Promise<void> | undefined
  /** Set when all who took part decide again … */
  #isUndone = false
  /** … and when something was refused that had waited: each writes at once, so that it shows whose it was. */
  #isCareful = false
  /** Set where another thread writes to the same file. */
  pen: Pen = ownPen

  constructor({ database, run, common, memory, scribe }: GroupCommitParts) {
    this.#database = database
    this.#common = common
    this.#memory = memory
    this.#dictation = new Dictation(scribe, (turns, isRefused) => this.#undo(turns, isRefused))
    this.#version = database.prepare('PRAGMA data_version')
    this.#later = new LaterWrites(database, run, {
      takeOver: () => this.#takeOver(),
      arrived: () => this.#dictation.arrived(),
    })
  }

  write<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
      this.#dictation.tellNews()
      this.#running ??= this.#run()
    })
  }

  /** Whether a statement can wait until all who share the commit are done; if not, when it may run. */
  canWait(query: Query): boolean | Promise<void> {
    return this.#later.canWait(query)
  }

  /** Resolves when nothing is left to be written. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      await this.pen.take()
      do await this.#together()
      while (this.#dictation.isBusy && !this.pen.isWanted)
      await this.#close()
      this.pen.give()
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

  /** One transaction, up to its commit, or to where the scribe goes on with it. */
  async #together(): Promise<void> {
    const group = new Group(this.pen.keptMs)
    const isCareful = this.#isCareful
    const mayDictate = !isCareful && !this.#isUndone && !this.#later.hasShown // those who come next are often alike
    this.#isCareful = false
    this.#isUndone = false
    this.#common.clear()
    this.#later.clear()
    try {
      await this.#begin(mayDictate)
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0, TOGETHER_MAX)) reject(error)
      return
    }
    try {
      await this.#decide(group, isCareful)
      await this.#addCommon()
      await this.#dictation.arrived()
      if (!this.#dictation.isOn) this.#commit(group)
      else if (group.turns.length > 0) this.#dictation.send(group, this.#later.send())
    } catch (error) {
      this.#takeBack(group, error, isCareful)
    }
  }

  /** From here on nobody else writes, or the scribe notices. */
  async #begin(mayDictate: boolean): Promise<void> {
    if (this.#dictation.isOn) return
    if (mayDictate && this.#waiting.length >= CROWD && this.pen.isOwn) await this.#dictation.begin()
    if (!this.#dictation.isOn) this.#database.exec('BEGIN IMMEDIATE') // at once: who locks later may fail half-way
    const version = this.#versionNow()
    if (version !== this.#knownVersion) this.#memory.forgetAll()
    this.#knownVersion = version
  }

  /** Takes in whoever waits. While the scribe is busy, there is time to wait for more. */
  async #decide(group: Group, isCareful: boolean): Promise<void> {
    while (!group.isFull) {
      this.#dictation.look()
      const isEnough = this.#dictation.isOn && group.turns.length >= ENOUGH
      if (!this.#dictation.isBusy && (this.#waiting.length === 0 || isEnough)) return
      const turn = this.#waiting.shift()
      if (!turn) await this.#dictation.somethingNew()
      else {
        group.turns.push(turn)
        group.answers.push(await this.#alone(turn, isCareful))
      }
    }
  }

  /** One piece of work. Throws only when the whole transaction is lost, as on a full disk. */
  async #alone({ work, resolve, reject }: Turn, isCareful: boolean): Promise<() => void> {
    this.#later.begin(isCareful)
    try {
      const result = await work()
      if (this.#isUndone) throw new Undone()
      this.#later.keep()
      return () => resolve(result)
    } catch (error) {
      this.#memory.forgetAll()
      this.#dictation.look()
      const isOpen = this.#dictation.isOn || this.#database.isTransaction
      if (this.#isUndone || this.#later.isLost || !isOpen) throw error
      this.#later.drop()
      return () => reject(error)
    }
  }

  async #addCommon(): Promise<void> {
    this.#later.begin(false)
    for (const common of this.#common.values()) await common.write()
    this.#later.keep()
  }

  #commit(group: Group): void {
    this.#later.carryOut()
    this.#database.exec('COMMIT')
    group.answer()
  }

  /** Nothing of this transaction counts. */
  #takeBack(group: Group, error: unknown, isCareful: boolean): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
    this.#memory.forgetAll()
    const isRefused = this.#later.isLost && !isCareful
    if (isRefused) this.#isCareful = true
    if (isRefused || this.#isUndone) this.#waiting.unshift(...group.turns)
    else group.refuse(error)
  }

  /** What was decided until now does not count. */
  #undo(turns: readonly Turn[] = [], isRefused = false): Undone {
    this.#waiting.unshift(...turns)
    this.#memory.forgetAll()
    this.#isUndone = true
    this.#isCareful = isRefused
    return new Undone()
  }

  /** From now on this connection writes by itself. Undefined where it does already. */
  #takeOver(): Promise<void> | undefined {
    if (this.#database.isTransaction) return undefined
    this.#takingOver ??= this.#take().finally(() => {
      this.#takingOver = undefined
    })
    return this.#takingOver
  }

  async #take(): Promise<void> {
    await this.#dictation.arrived()
    await this.#endDictation()
    this.#database.exec('BEGIN IMMEDIATE')
    if (this.#versionNow() !== this.#knownVersion) throw this.#undo()
  }

  async #close(): Promise<void> {
    await this.#dictation.arrived().catch(() => {}) // who was refused waits again
    if (this.#dictation.isOn) await this.#endDictation()
  }

  /** First looks itself, then asks: if nobody else has written even then, what it saw came from here. */
  async #endDictation(): Promise<void> {
    const version = this.#versionNow()
    this.#knownVersion = (await this.#dictation.end()) ? version : undefined
  }

  #versionNow(): unknown {
    return (this.#version.get() as { data_version: number }).data_version
  }
}
