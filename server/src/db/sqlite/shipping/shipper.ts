import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { spaceOf } from '../../backup/disk-space.ts'
import { decodeManifest, newestGeneration, nextGeneration, type SnapshotManifest } from '../../backup/objects.ts'
import { addOwnGenerations, ForeignBackup, refuseForeign } from '../../backup/own-generations.ts'
import { removeExpired } from '../../backup/retention.ts'
import type { BackupSettings } from '../../backup/settings.ts'
import type { BackupStatus } from '../../backup/status.ts'
import { openTarget } from '../../backup/target/open-target.ts'
import type { Target } from '../../backup/target/target.ts'
import { Faults } from './faults.ts'
import { FreeSpace } from './free-space.ts'
import { LogCopier } from './log-copier.ts'
import { LogDiscontinuous } from './log-file.ts'
import { type ShippingState, Spool } from './spool.ts'
import { sendSnapshot } from './take-snapshot.ts'

const SNAPSHOT_EVERY_MS = 86_400_000
/** How long a stopping server waits for the target. What is left is sent after the next start. */
const STOP_MS = 10_000
/** A snapshot that could not be sent would be copied anew. */
const SNAPSHOT_RETRY_MS = 60_000
/** A whole backup is listed to find out whose it is. */
const FOREIGN_RETRY_MS = 60_000
const RETENTION_RETRY_MS = 3_600_000

export interface ShipperOptions {
  readonly settings: BackupSettings
  readonly file: string
  readonly dataFolder: string
  onStatus(status: Partial<BackupStatus>): void
  log(level: 'info' | 'warn' | 'error', text: string): void
  /** The space of the disk; a test has its own. */
  readonly measure?: typeof spaceOf
}

/** Copies the log into the spool in regular intervals, and sends the spool and daily snapshots to the target. */
export class Shipper {
  readonly #options: ShipperOptions
  readonly #spool: Spool
  readonly #copier: LogCopier
  readonly #target: Target
  #copiedUntil = 0
  #bytesShipped = 0
  #sending: Promise<void> | undefined
  #snapshot: Promise<void> | undefined
  // Not by the clock of the day, which may be set back.
  #snapshotRetryAt = 0
  #beginRetryAt = 0
  /** Only a new snapshot makes others superfluous. */
  #retentionAt = Number.POSITIVE_INFINITY
  readonly #faults: Faults
  readonly #space: FreeSpace

  constructor(options: ShipperOptions) {
    this.#options = options
    this.#faults = new Faults(options)
    this.#space = new FreeSpace(options.dataFolder, options.settings.diskReserve, options.measure)
    this.#spool = new Spool(options.dataFolder)
    this.#copier = new LogCopier(options.file, this.#spool)
    this.#target = openTarget(options.settings.url, options.settings)
  }

  /** Before anything is written to the database. */
  async open(): Promise<void> {
    this.#spool.removeLeftovers()
    await this.#copier.resume()
  }

  /** Ships until the server stops. */
  async run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.#step()
      await sleep(this.#options.settings.everySeconds * 1000, undefined, { signal: stopped }).catch(() => {})
    }
    await this.#stop()
  }

  async #step(): Promise<void> {
    if (!this.#copier.state) await this.#tryBegin()
    if (this.#copier.state) await this.#copy().catch((error) => this.#noteFailedCopy(error))
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
    this.#snapshot ??= this.#keepSnapshots().finally(() => {
      this.#snapshot = undefined
    })
    await this.#boundSpool()
  }

  async #tryBegin(): Promise<void> {
    if (performance.now() < this.#beginRetryAt) return
    try {
      await this.#begin()
      this.#faults.clear('beginning')
    } catch (error) {
      this.#faults.note('beginning', error)
      if (error instanceof ForeignBackup) this.#beginRetryAt = performance.now() + FOREIGN_RETRY_MS
    }
  }

  /** Only when the target answers and the disk has room: until then the first snapshot could not be stored. */
  async #begin(): Promise<void> {
    const { dataFolder, settings } = this.#options
    await this.#copier.shorten()
    await this.#space.requireForSnapshot(this.#copier.databaseBytes)
    const stored = await this.#target.list()
    refuseForeign(dataFolder, settings.url, stored)
    const before = newestGeneration([...stored, ...this.#spool.waiting()].map(({ name }) => name))
    const generation = nextGeneration(Date.now(), before, randomBytes(2).toString('hex'))
    await addOwnGenerations(dataFolder, [generation])
    await this.#copier.begin(generation)
    this.#options.log('info', `the continuous backup begins a new generation: ${generation}`)
  }

  async #copy(): Promise<void> {
    const now = Date.now()
    await this.#copier.copy()
    this.#copiedUntil = now
    await this.#copier.shorten()
    this.#faults.clear('copying')
  }

  async #noteFailedCopy(error: unknown): Promise<void> {
    this.#faults.note('copying', error)
    if (error instanceof LogDiscontinuous) await this.#giveUp('a part of the log was lost before it was copied')
    else if (this.#copier.state && this.#copier.logBytes > this.#options.settings.spoolBytes)
      await this.#giveUp('the log cannot be copied and grows')
  }

  /** Segments first: a snapshot is long, and they must not be late meanwhile. */
  async #send(): Promise<void> {
    try {
      for (let until = 0; until < this.#copiedUntil && this.#copier.state; ) {
        until = this.#copiedUntil
        for (const { name } of this.#spool.waiting()) {
          const bytes = this.#spool.read(name)
          await this.#target.put(name, bytes)
          this.#spool.remove(name, this.#copier.state?.generation)
          this.#noteSent(bytes.length)
        }
        if (this.#copier.state?.snapshotAt !== undefined) this.#options.onStatus({ shippedUntil: until })
        this.#faults.clear('sending')
      }
    } catch (error) {
      this.#faults.note('sending', error)
    }
    this.#options.onStatus({ bytesWaiting: this.#waitingBytes() })
  }

  async #keepSnapshots(): Promise<void> {
    if (this.#copier.state && this.#isSnapshotDue(this.#copier.state)) await this.#sendSnapshot()
    if (performance.now() >= this.#retentionAt) await this.#removeExpired()
  }

  #isSnapshotDue({ snapshotAt }: ShippingState): boolean {
    if (performance.now() < this.#snapshotRetryAt) return false
    const age = snapshotAt === undefined ? undefined : Date.now() - snapshotAt
    return age === undefined || age >= SNAPSHOT_EVERY_MS || age < 0 // the clock was set back
  }

  async #sendSnapshot(): Promise<void> {
    const { settings, dataFolder } = this.#options
    try {
      const now = Date.now()
      await this.#space.requireForSnapshot(this.#copier.databaseBytes)
      const { database, generation, index, position } = await this.#copier.snapshot()
      await sendSnapshot({
        database,
        generation,
        index,
        position,
        dataFolder,
        copy: join(this.#spool.folder, 'snapshot.partial'),
        passphrase: settings.passphrase,
        target: this.#target,
        onSent: (bytes) => this.#noteSent(bytes),
      })
      if (this.#copier.state?.generation !== generation) return
      await this.#copier.noteSnapshot(now)
      this.#faults.clear('snapshot')
      this.#options.log('info', `a snapshot is stored: ${generation}, after segment ${index}`)
      this.#retentionAt = 0
    } catch (error) {
      this.#snapshotRetryAt = performance.now() + SNAPSHOT_RETRY_MS
      this.#faults.note('snapshot', error)
    }
  }

  async #removeExpired(): Promise<void> {
    const { state } = this.#copier
    if (!state) return
    const retention = { keepDays: this.#options.settings.keepDays, now: Date.now(), current: state.generation }
    try {
      this.#retentionAt = Number.POSITIVE_INFINITY
      await removeExpired(this.#target, retention, (name) => this.#timeOf(name))
      this.#faults.clear('retention')
    } catch (error) {
      this.#retentionAt = performance.now() + RETENTION_RETRY_MS
      this.#faults.note('retention', error)
    }
  }

  async #timeOf(name: string): Promise<number> {
    try {
      return Date.parse(decodeManifest<SnapshotManifest>(name, await this.#target.get(name)).at)
    } catch {
      return 0
    }
  }

  /** A target that cannot be reached must not fill the disk. */
  async #boundSpool(): Promise<void> {
    if (!this.#copier.state || !(await this.#overflow())) return
    await this.#sending
    const reason = await this.#overflow()
    if (!reason) return
    this.#spool.clear()
    await this.#giveUp(reason)
  }

  /** Why no more may wait on this machine. */
  async #overflow(): Promise<string | undefined> {
    const { spoolBytes } = this.#options.settings
    const waiting = this.#waitingBytes()
    if (waiting > spoolBytes) return `more than ${spoolBytes} bytes wait for the target`
    const isStuck = waiting > 0 && this.#faults.has('sending')
    return isStuck && (await this.#space.isLow())
      ? `${waiting} bytes wait for the target, and the disk is full up to its reserve`
      : undefined
  }

  async #giveUp(reason: string): Promise<void> {
    const { state } = this.#copier
    await this.#copier.abandon()
    this.#options.onStatus({ bytesWaiting: this.#waitingBytes() })
    this.#options.log(
      'error',
      `the continuous backup has a gap: ${reason}. ${state?.generation} ends with segment ${state?.index}; a new snapshot follows`,
    )
  }

  async #stop(): Promise<void> {
    try {
      if (this.#copier.state) await this.#copier.end()
      this.#copiedUntil = Date.now()
      const sent = Promise.resolve(this.#sending).then(() => this.#send())
      await Promise.race([Promise.all([sent, this.#snapshot]), sleep(STOP_MS, undefined, { ref: false })])
    } catch (error) {
      this.#faults.note('copying', error)
    } finally {
      this.#copier.close()
    }
  }

  #waitingBytes(): number {
    return this.#spool.waiting().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #noteSent(bytes: number): void {
    this.#bytesShipped += bytes
    this.#options.onStatus({ bytesShipped: this.#bytesShipped })
  }
}
