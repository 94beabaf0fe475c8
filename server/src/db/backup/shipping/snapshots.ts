import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { FreeSpace } from '../disk-space.ts'
import type { Lease } from '../lease.ts'
import { decodeManifest, type SnapshotManifest } from '../objects.ts'
import { ownGenerations, refuseForeign } from '../own-generations.ts'
import { removeExpired } from '../retention.ts'
import type { SealKey } from '../seals.ts'
import type { BackupSettings } from '../settings.ts'
import type { Target } from '../target/target.ts'
import type { Faults } from './faults.ts'
import type { LogCopier } from './log-copier.ts'
import type { ShippingState, Spool } from './spool.ts'
import { sendSnapshot } from './take-snapshot.ts'

const SNAPSHOT_EVERY_MS = 86_400_000
/** A snapshot that could not be sent would be copied anew. */
const SNAPSHOT_RETRY_MS = 60_000
const RETENTION_RETRY_MS = 3_600_000
const RUNS_MAX = 100_000

export interface SnapshotsOptions {
  readonly settings: BackupSettings
  readonly dataFolder: string
  readonly target: Target
  readonly copier: LogCopier
  readonly spool: Spool
  readonly faults: Faults
  readonly space: FreeSpace
  readonly writer: string
  key(): SealKey | undefined
  /** Looks whether this server still is the one that writes to the target. */
  look(): Promise<Pick<Lease, 'isHeld' | 'rival'>>
  onSent(bytes: number): void
  log(level: 'info', text: string): void
}

/** Stores a snapshot each day, and removes what has expired then. */
export class Snapshots {
  readonly #options: SnapshotsOptions
  readonly #run = randomInt(RUNS_MAX)
  // Not by the clock of the day, which may be set back.
  #retryAt = 0
  /** Only a new snapshot makes others superfluous. */
  #retentionAt = Number.POSITIVE_INFINITY

  constructor(options: SnapshotsOptions) {
    this.#options = options
  }

  async keep(): Promise<void> {
    const { copier } = this.#options
    if (copier.state && this.#isDue(copier.state)) await this.#store()
    if (performance.now() >= this.#retentionAt) await this.#removeExpired()
  }

  #isDue({ snapshotAt }: ShippingState): boolean {
    if (performance.now() < this.#retryAt) return false
    const age = snapshotAt === undefined ? undefined : Date.now() - snapshotAt
    return age === undefined || age >= SNAPSHOT_EVERY_MS || age < 0 // the clock was set back
  }

  async #store(): Promise<void> {
    const { settings, dataFolder, target, copier, spool, faults, space, writer, onSent } = this.#options
    try {
      const now = Date.now()
      await space.requireForSnapshot(copier.databaseBytes)
      refuseForeign(dataFolder, settings.url, await target.list())
      if (!(await this.#options.look()).isHeld) return
      const { database, ...state } = await copier.snapshot()
      const copy = join(spool.folder, 'snapshot.partial')
      const { passphrase } = settings
      const key = this.#options.key()
      await sendSnapshot({ database, state, dataFolder, copy, passphrase, target, onSent, writer, key, run: this.#run })
      if (copier.state?.generation !== state.generation) return
      await copier.noteSnapshot(now)
      faults.clear('snapshot')
      this.#options.log('info', `a snapshot is stored: ${state.generation}, after segment ${state.index}`)
      this.#retentionAt = 0
    } catch (error) {
      this.#retryAt = performance.now() + SNAPSHOT_RETRY_MS
      faults.note('snapshot', error)
    }
  }

  async #removeExpired(): Promise<void> {
    const { settings, dataFolder, target, copier, faults } = this.#options
    if (!copier.state) return
    const { keepDays } = settings
    try {
      this.#retentionAt = performance.now() + RETENTION_RETRY_MS
      const { isHeld, rival } = await this.#options.look()
      if (!isHeld || rival !== undefined) return
      this.#retentionAt = Number.POSITIVE_INFINITY
      const retention = { keepDays, now: Date.now(), current: copier.state.generation, own: ownGenerations(dataFolder) }
      await removeExpired(target, retention, (name) => this.#timeOf(name))
      faults.clear('retention')
    } catch (error) {
      this.#retentionAt = performance.now() + RETENTION_RETRY_MS
      faults.note('retention', error)
    }
  }

  async #timeOf(name: string): Promise<number> {
    try {
      return Date.parse(decodeManifest<SnapshotManifest>(name, await this.#options.target.get(name)).at)
    } catch {
      return 0
    }
  }
}
