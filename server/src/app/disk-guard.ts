import { type DiskSpace, reserveOf, spaceOf } from '../db/backup/disk-space.ts'

/**
 * Watches the disk of the embedded database. Below the reserve, writes of clients are refused: what is left is for
 * sign-ins, deleting what has expired, and the checkpoint of the write-ahead log.
 */
export class DiskGuard {
  readonly #measure: () => Promise<DiskSpace>
  readonly #reserve: number | undefined
  #space: DiskSpace | undefined
  isLow = false

  constructor(folder: string, reserve: number | undefined, measure = () => spaceOf(folder)) {
    this.#measure = measure
    this.#reserve = reserve
  }

  /** A disk that cannot be measured counts as it was. */
  async look(): Promise<void> {
    this.#space = await this.#measure().catch(() => this.#space)
    this.isLow = this.#space !== undefined && this.#space.free < this.reserveBytes
  }

  get freeBytes(): number | undefined {
    return this.#space?.free
  }

  get reserveBytes(): number {
    return reserveOf(this.#reserve, this.#space?.total ?? 0)
  }
}
