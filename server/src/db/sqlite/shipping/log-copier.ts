import type { DatabaseSync } from 'node:sqlite'
import { Semaphore } from '../../../core/semaphore.ts'
import { encodeManifest, encodeSegment, endName, FORMAT, segmentName } from '../../backup/objects.ts'
import { lastCommitIn } from '../commit-time.ts'
import { GuardedLog } from './guarded-log.ts'
import type { ShippingState, Spool } from './spool.ts'
import { openSnapshot } from './take-snapshot.ts'

/** Frames after which the log is written into the database and reset: 32 MB. */
const RESET_FRAMES = 8192

/** Copies the write-ahead log into the spool, as numbered segments of whole transactions. */
export class LogCopier {
  readonly #file: string
  readonly #log: GuardedLog
  readonly #spool: Spool
  /** Two copies at once would write the same segment. */
  readonly #turns = new Semaphore(1)
  #state: ShippingState | undefined
  /** A reset that a reader prevents is tried again only after the log has grown. */
  #resetAt = RESET_FRAMES

  constructor(file: string, spool: Spool) {
    this.#file = file
    this.#log = new GuardedLog(file)
    this.#spool = spool
  }

  get state(): ShippingState | undefined {
    return this.#state
  }

  get logBytes(): number {
    return this.#log.bytes
  }

  get databaseBytes(): number {
    return this.#log.databaseBytes
  }

  /** Goes on with the generation of an earlier process, if nothing is missing in between. */
  async resume(): Promise<void> {
    const state = this.#spool.readState()
    if (!state || !this.#log.continues(state)) return this.#spool.saveState(undefined)
    await this.#log.guard()
    this.#state = state
  }

  /** Begins a generation with the database as it is now. */
  async begin(generation: string): Promise<void> {
    await this.#log.guard()
    const position = this.#log.end()
    await this.#save({ generation, index: 0, position, isComplete: false, snapshotAt: undefined })
  }

  /** Copies all that is committed. */
  copy(): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#state) await this.#log.guard()
      await this.#copy()
    })
  }

  /** A connection that sees the database exactly as it is after the last segment. */
  snapshot(): Promise<ShippingState & { readonly database: DatabaseSync }> {
    return this.#turns.run(async () => {
      await this.#log.guard()
      await this.#copy() // so that little is left to copy while others wait
      return this.#log.whileNoneWrites(async () => {
        await this.#copy()
        return { ...this.#state!, database: openSnapshot(this.#file) }
      })
    })
  }

  noteSnapshot(snapshotAt: number): Promise<void> {
    return this.#turns.run(async () => this.#state && this.#save({ ...this.#state, snapshotAt }))
  }

  /** Keeps the log short. Without a generation, nothing of it has to be kept. */
  async shorten(): Promise<void> {
    const frames = this.#log.frames
    if (frames < RESET_FRAMES) this.#resetAt = RESET_FRAMES
    if (frames < this.#resetAt) return
    this.#resetAt = frames + RESET_FRAMES
    if (!this.#state) return void this.#log.checkpoint()
    const onComplete = () => this.#save({ ...this.#state!, isComplete: true })
    await this.#turns.run(() => this.#log.reset(() => this.#copy(), onComplete))
  }

  /** What comes next does not follow what was copied. */
  abandon(): Promise<void> {
    return this.#turns.run(async () => {
      this.#log.release()
      this.#state = undefined
      await this.#spool.saveState(undefined)
    })
  }

  /** The server has stopped: nothing was acknowledged after the last segment. */
  async end(): Promise<void> {
    await this.copy()
    const { generation, index } = this.#state!
    const at = new Date().toISOString()
    await this.#spool.add(endName(generation, index), encodeManifest({ format: FORMAT, index, at }))
  }

  close(): void {
    this.#log.close()
  }

  async #copy(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      const { generation, index } = this.#state!
      const { from, to, frames } = next
      const header = { format: FORMAT, generation, index: index + 1, pageSize: this.#log.pageSize, from, to }
      const committedBefore = new Date(this.#lastCommit()).toISOString()
      await this.#spool.add(segmentName(generation, index + 1), encodeSegment({ ...header, committedBefore }, frames))
      await this.#save({ ...this.#state!, index: index + 1, position: to, isComplete: false })
    }
  }

  #next() {
    return this.#state && this.#log.transactionsAfter(this.#state)
  }

  #lastCommit(): number {
    const database = openSnapshot(this.#file)
    try {
      return lastCommitIn(database)
    } finally {
      database.close()
    }
  }

  async #save(state: ShippingState): Promise<void> {
    await this.#spool.saveState(state)
    this.#state = state
  }
}
