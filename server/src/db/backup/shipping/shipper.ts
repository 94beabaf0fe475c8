import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { FreeSpace, type spaceOf } from '../disk-space.ts'
import { Lease, type Progress, renewalMs, sharedText } from '../lease.ts'
import { lastObjectOf, newestGeneration, nextGeneration, parseName } from '../objects.ts'
import { addOwnGenerations, earlierRuns, ForeignBackup, noteRun, refuseForeign } from '../own-generations.ts'
import { instanceSecrets, type SealKey, sealKeyOf } from '../seals.ts'
import type { BackupSettings } from '../settings.ts'
import type { BackupStatus } from '../status.ts'
import { openTarget } from '../target/open-target.ts'
import { ObjectConflict, type Target } from '../target/target.ts'
import { Faults, type Part } from './faults.ts'
import { LogCopier } from './log-copier.ts'
import { LogDiscontinuous } from './log-file.ts'
import { Snapshots } from './snapshots.ts'
import { Spool } from './spool.ts'

/** How long a stopping server waits for the target. What is left is sent after the next start. */
const STOP_MS = 10_000
/** A whole backup is listed to find out whose it is. */
const FOREIGN_RETRY_MS = 60_000
/** The log is shortened so often, also between copies. */
const SHORTEN_MS = 150

export interface ShipperOptions {
  readonly settings: BackupSettings
  readonly file: string
  readonly dataFolder: string
  onStatus(status: Partial<BackupStatus>): void
  log(level: 'info' | 'warn' | 'error', text: string): void
  /** The space of the disk; a test has its own. */
  readonly measure?: typeof spaceOf
  /** How often the lease is renewed; a test has its own interval. */
  readonly leaseMs?: number
}

/** Copies the log into the spool in regular intervals, and sends the spool and daily snapshots to the target. */
export class Shipper {
  readonly #options: ShipperOptions
  readonly #spool: Spool
  readonly #copier: LogCopier
  readonly #target: Target
  readonly #lease: Lease
  readonly #snapshots: Snapshots
  readonly #faults: Faults
  readonly #space: FreeSpace
  #key: SealKey | undefined
  #copiedUntil = 0
  #bytesShipped = 0
  #progress: Progress | undefined
  #sending: Promise<void> | undefined
  #looking: Promise<void> | undefined
  #snapshot: Promise<void> | undefined
  // Not by the clock of the day, which may be set back.
  #lookAt = 0
  /** What the last look at the lease has noted. */
  #lookFault: Part | undefined

  constructor(options: ShipperOptions) {
    const { settings, dataFolder, file } = options
    const { url } = settings
    this.#options = options
    this.#faults = new Faults(options)
    this.#space = new FreeSpace(dataFolder, settings.diskReserve, options.measure)
    this.#spool = new Spool(dataFolder)
    this.#target = openTarget(url, settings)
    this.#lease = new Lease({
      target: this.#target,
      everyMs: options.leaseMs ?? renewalMs(settings),
      earlier: earlierRuns(dataFolder),
    })
    const own = { writer: this.#lease.writer, key: () => this.#key, spool: this.#spool }
    this.#copier = new LogCopier({ ...own, file, url })
    this.#snapshots = new Snapshots({
      ...{ ...own, settings, dataFolder, target: this.#target, copier: this.#copier },
      ...{ faults: this.#faults, space: this.#space, log: options.log },
      look: async () => {
        await this.#look()
        return this.#lease
      },
      onSent: (bytes) => this.#noteSent(bytes),
    })
  }

  /** Before anything is written to the database. */
  async open(): Promise<void> {
    this.#spool.removeLeftovers()
    await this.#copier.resume()
  }

  /** Ships until the server stops. */
  async run(stopped: AbortSignal): Promise<void> {
    const { settings, dataFolder } = this.#options
    const [secret] = instanceSecrets(settings.secrets, dataFolder)
    this.#key = secret === undefined ? undefined : sealKeyOf(secret)
    const pause = (ms: number) => sleep(ms, undefined, { signal: stopped }).catch(() => {})
    const everyMs = settings.everySeconds * 1000
    const shortening = this.#keepShort(stopped, pause)
    await Promise.race([this.#look(), pause(everyMs)])
    while (!stopped.aborted) {
      await this.#step()
      await pause(everyMs)
    }
    await shortening
    await this.#stop()
  }

  async #step(): Promise<void> {
    if (performance.now() >= this.#lookAt) void this.#look()
    if (!this.#copier.state && this.#lease.isHeld) await this.#tryBegin()
    if (this.#copier.state) await this.#copy().catch((error) => this.#noteFailedCopy(error))
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
    if (this.#lease.isHeld)
      this.#snapshot ??= this.#snapshots.keep().finally(() => {
        this.#snapshot = undefined
      })
    await this.#boundSpool()
  }

  /** Also between copies: under load the log would grow much in that time. */
  async #keepShort(stopped: AbortSignal, pause: (ms: number) => Promise<unknown>): Promise<void> {
    while (!stopped.aborted) {
      await this.#copier.shorten().catch((error) => this.#noteFailedCopy(error))
      await pause(SHORTEN_MS)
    }
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookAtLease().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** Whether this server may write to the target, and whether another one does. */
  async #lookAtLease(): Promise<void> {
    const { dataFolder, settings } = this.#options
    const wasHeld = this.#lease.isHeld
    try {
      if (!wasHeld) refuseForeign(dataFolder, settings.url, await this.#target.list())
      await this.#lease.look(this.#progress, async (isContinued, holder) => {
        if (!isContinued) await this.#abandon('another server has written to the target since')
        await noteRun(dataFolder, this.#lease.writer, holder)
      })
      this.#lookAt = performance.now() + this.#lease.pauseMs
      if (wasHeld && !this.#lease.isHeld) await this.#abandon('another server has taken over the target')
      this.#noteLook(
        this.#lease.rival === undefined ? undefined : 'target',
        new Error(sharedText(settings, this.#lease)),
      )
    } catch (error) {
      const isForeign = error instanceof ForeignBackup
      this.#lookAt = performance.now() + (isForeign ? FOREIGN_RETRY_MS : this.#lease.pauseMs / 2)
      if (isForeign) await this.#abandon('the target belongs to another instance')
      this.#noteLook(wasHeld ? 'sending' : 'beginning', error)
    }
  }

  #noteLook(part: Part | undefined, error: unknown): void {
    if (this.#lookFault && this.#lookFault !== part) this.#faults.clear(this.#lookFault)
    this.#lookFault = part
    if (part) this.#faults.note(part, error)
  }

  async #tryBegin(): Promise<void> {
    try {
      await this.#begin()
      this.#faults.clear('beginning')
    } catch (error) {
      this.#faults.note('beginning', error)
    }
  }

  /** Only when the target answers and the disk has room: until then the first snapshot could not be stored. */
  async #begin(): Promise<void> {
    const { dataFolder, settings } = this.#options
    await this.#space.requireForSnapshot(this.#copier.databaseBytes)
    const stored = await this.#target.list()
    refuseForeign(dataFolder, settings.url, stored)
    const names = [...stored, ...this.#spool.waiting()].map(({ name }) => name)
    const generation = nextGeneration(Date.now(), newestGeneration(names), randomBytes(2).toString('hex'))
    await addOwnGenerations(dataFolder, [generation])
    await this.#copier.begin(generation, lastObjectOf(names))
    this.#options.log('info', `the continuous backup begins a new generation: ${generation}`)
  }

  async #copy(): Promise<void> {
    const now = Date.now()
    await this.#copier.copy()
    this.#copiedUntil = now
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
      for (let until = 0; until < this.#copiedUntil && this.#copier.state && this.#lease.isHeld; ) {
        until = this.#copiedUntil
        const { generation, index } = this.#copier.state
        for (const { name } of this.#spool.waiting()) {
          if (!this.#lease.isHeld) return
          if (this.#isUnsaved(name)) continue
          const bytes = this.#spool.read(name)
          if (parseName(name)?.kind === 'end') await this.#target.put(name, bytes)
          else await this.#target.create(name, bytes)
          this.#spool.remove(name, this.#copier.state?.generation)
          this.#noteSent(bytes.length)
        }
        this.#progress = { generation, index, storedUntil: until }
        if (this.#copier.state?.snapshotAt !== undefined) this.#options.onStatus({ shippedUntil: until })
        if (this.#lookFault !== 'sending') this.#faults.clear('sending')
      }
    } catch (error) {
      this.#faults.note('sending', error)
      if (error instanceof ObjectConflict) await this.#abandon(error.message)
    }
    this.#options.onStatus({ bytesWaiting: this.#waitingBytes() })
  }

  /** A segment that is not in the state yet is written anew, and otherwise, if the process is killed now. */
  #isUnsaved(name: string): boolean {
    const { generation, index = 0 } = this.#copier.state ?? {}
    const parsed = parseName(name)
    return parsed?.generation === generation && parsed !== undefined && parsed.index > index
  }

  /** What waits cannot be sent any more. */
  async #abandon(reason: string): Promise<void> {
    this.#spool.clear()
    if (this.#copier.state) await this.#giveUp(reason)
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
      const ended = Promise.all([sent, this.#snapshot, this.#looking]).then(() => this.#lease.end(this.#progress))
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
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
