import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Semaphore } from '../../../core/semaphore.ts'
import { encodeManifest, encodeSegment, endName, FORMAT, type Predecessor, segmentName } from '../objects.ts'
import type { SealKey } from '../seals.ts'
import { ClockWatch, withSetBack } from './clock-watch.ts'
import { lastCommitIn } from './commit-time.ts'
import { GuardedLog } from './guarded-log.ts'
import type { FileMark, ShippingState, Spool } from './spool.ts'
import { openSnapshot } from './take-snapshot.ts'

/** Frames after which the log is written into the database and reset: 32 MB. */
const RESET_FRAMES = 8192

/** So many frames are copied at once although the next copy is not due, so that a reset has little to do: 8 MB. */
const COPY_FRAMES = 2048
/** So often a reset is tried before writers have to wait for the readers of the log. */
const PATIENT_AFTER = 3
const PATIENCE_MS = [10, 20, 40]
const RETRY_MS = 150
/** A reader that stays is not waited for again and again. */
const LONG_RETRY_MS = 2000
/** For readers of other programs while the server stops. */
const END_PATIENCE_MS = 500
/** A clock that is set back further than this makes moments ambiguous until there is another snapshot. */
const SNAPSHOT_STEP_MS = 60_000

export interface CopierOptions {
  readonly file: string
  readonly spool: Spool
  readonly url: string
  /** The run of the server. */
  readonly writer: string
  /** The secret exists as soon as the server is set up. */
  key(): SealKey | undefined
}

/** Copies the write-ahead log into the spool, as numbered segments of whole transactions. */
export class LogCopier {
  readonly #options: CopierOptions
  readonly #file: string
  readonly #log: GuardedLog
  readonly #spool: Spool
  /** Two copies at once would write the same segment. */
  readonly #turns = new Semaphore(1)
  #state: ShippingState | undefined
  #clock = new ClockWatch()
  /** Attempts in a row to reset the log that a reader prevented. */
  #failedResets = 0
  #resetAt = 0

  constructor(options: CopierOptions) {
    this.#options = options
    this.#file = options.file
    this.#log = new GuardedLog(options.file)
    this.#spool = options.spool
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
    const isOfTarget = state && (state.url ?? this.#options.url) === this.#options.url
    const isWhole = state && isOfTarget && (this.#log.continues(state) || this.#isUnchanged(state))
    if (!isOfTarget) this.#spool.clear()
    if (!isWhole) return this.#spool.saveState(undefined)
    const isReopened = !this.#log.continues(state)
    await this.#log.guard()
    this.#clock = new ClockWatch(state.copiedAt)
    if (!isReopened) {
      this.#state = state
      return
    }
    // Nothing was written since the stop. All of the new log comes after what was copied.
    const position = { salt: this.#log.salt, frame: 0, checksum: '' }
    const previous = state.previous ?? state.position
    await this.#save({ ...state, position, previous, isComplete: false, stopped: undefined })
  }

  /** Begins a generation with the database as it is now. */
  async begin(generation: string, after: Predecessor | undefined): Promise<void> {
    await this.#log.guard()
    const position = this.#log.end()
    const { url } = this.#options
    this.#clock = new ClockWatch()
    await this.#save({ generation, index: 0, position, isComplete: false, snapshotAt: undefined, url, after })
  }

  /** Copies all that is committed by now. */
  copy(): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#state) await this.#log.guard()
      await this.#copyPresent()
    })
  }

  /** A connection that sees the database exactly as it is after the last segment. */
  snapshot(): Promise<ShippingState & { readonly database: DatabaseSync }> {
    return this.#turns.run(async () => {
      await this.#log.guard()
      await this.#copyPresent() // so that little is left to copy while others wait
      return this.#log.whileNoneWrites(async () => {
        await this.#copy()
        return { ...this.#state!, database: openSnapshot(this.#file) }
      })
    })
  }

  noteSnapshot(snapshotAt: number): Promise<void> {
    return this.#turns.run(async () => this.#state && this.#save({ ...this.#state, snapshotAt }))
  }

  /** Keeps the log short; called several times a second. Without a generation, nothing of it has to be kept. */
  async shorten(): Promise<void> {
    if (performance.now() < this.#resetAt) return
    if (this.#log.frames < RESET_FRAMES) {
      this.#failedResets = 0
      return this.#uncopiedFrames() >= COPY_FRAMES ? this.copy() : undefined
    }
    if (!this.#state) return void this.#log.checkpoint()
    const patience = PATIENCE_MS[this.#failedResets - PATIENT_AFTER]
    const isLong = this.#failedResets >= PATIENT_AFTER + PATIENCE_MS.length
    const onComplete = () => this.#save({ ...this.#state!, isComplete: true })
    const isReset = await this.#turns.run(async () => {
      if (!this.#state) return false
      await this.#copyPresent()
      return this.#log.reset(
        () => this.#copyPresent(),
        () => this.#copy(),
        onComplete,
        isLong ? PATIENCE_MS.at(-1) : patience,
      )
    })
    this.#failedResets = isReset ? 0 : this.#failedResets + 1
    this.#resetAt = isReset ? 0 : performance.now() + (isLong ? LONG_RETRY_MS : RETRY_MS)
  }

  /** What comes next does not follow what was copied. */
  abandon(): Promise<void> {
    return this.#turns.run(async () => {
      this.#log.release()
      this.#state = undefined
      await this.#spool.saveState(undefined)
    })
  }

  /** The server has stopped: nothing was acknowledged after the last segment. The next start goes on from here. */
  async end(): Promise<void> {
    await this.copy()
    const onComplete = () => this.#save({ ...this.#state!, isComplete: true, stopped: this.#mark() })
    await this.#turns.run(() => this.#log.finish(() => this.#copy(), onComplete, END_PATIENCE_MS))
    const { generation, index, setBacks } = this.#state!
    const at = new Date().toISOString()
    const { writer } = this.#options
    const marker = { format: FORMAT, index, at, writer, ...(setBacks && { setBacks }) }
    await this.#spool.add(endName(generation, index), encodeManifest(marker, this.#options.key()))
  }

  close(): void {
    this.#log.close()
  }

  /** Not what is written meanwhile: under load that would never end. */
  #copyPresent(): Promise<void> {
    return this.#copy(this.#uncopiedFrames())
  }

  #uncopiedFrames(): number {
    if (!this.#state) return 0
    const { salt, frame } = this.#state.position
    return this.#log.frames - (salt === this.#log.salt ? frame : 0)
  }

  async #copy(frameCount = Number.POSITIVE_INFINITY): Promise<void> {
    this.#lookAtClock()
    let left = frameCount
    for (let next = this.#next(); next && left > 0; next = this.#next()) {
      const { generation, index, previous, setBacks } = this.#state!
      const { from, to, frames } = next
      const copiedAt = Date.now() // after it was read: everything in it was committed before
      const header = {
        ...{ format: FORMAT, generation, index: index + 1, pageSize: this.#log.pageSize, from, to },
        ...{ previous, writer: this.#options.writer, setBacks: setBacks ?? [] },
        committedBefore: new Date(Math.min(this.#lastCommit(copiedAt), copiedAt)).toISOString(),
        copiedAt: new Date(copiedAt).toISOString(),
      }
      await this.#spool.add(segmentName(generation, index + 1), encodeSegment(header, frames, this.#options.key()))
      const isNew = { index: index + 1, position: to, isComplete: false, copiedAt }
      await this.#save({ ...this.#state!, ...isNew, previous: undefined, stopped: undefined })
      left -= to.frame - from.frame
    }
  }

  #lookAtClock(): void {
    const setBack = this.#state && this.#clock.look(this.#state.index + 1)
    if (!setBack) return
    const { snapshotAt, setBacks } = this.#state!
    const isFar = setBack.from - setBack.to >= SNAPSHOT_STEP_MS && snapshotAt !== undefined
    this.#state = {
      ...this.#state!,
      setBacks: withSetBack(setBacks, setBack),
      snapshotAt: isFar ? 0 : snapshotAt,
    }
  }

  #next() {
    return this.#state && this.#log.transactionsAfter(this.#state)
  }

  #lastCommit(limit: number): number {
    const database = openSnapshot(this.#file)
    try {
      return lastCommitIn(database, limit)
    } finally {
      database.close()
    }
  }

  /** A write to the file of the database changes it. */
  #mark(): FileMark {
    const { size, mtimeNs } = statSync(this.#file, { bigint: true })
    return { bytes: String(size), changedAt: String(mtimeNs) }
  }

  #isUnchanged({ stopped }: ShippingState): boolean {
    const { bytes, changedAt } = this.#mark()
    return stopped?.bytes === bytes && stopped.changedAt === changedAt
  }

  async #save(state: ShippingState): Promise<void> {
    await this.#spool.saveState(state)
    this.#state = state
  }
}
