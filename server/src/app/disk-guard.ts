import { statfs } from 'node:fs/promises'

const RESERVE_MAX_BYTES = 200_000_000
const RESERVE_SHARE = 0.02

/** The space of a file system, in bytes. */
export interface DiskSpace {
  readonly total: number
  readonly free: number
}

/** What a user without special rights may still fill. */
async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { total: bsize * blocks, free: bsize * bavail }
}

/**
 * Watches the disk of the embedded database. Below the reserve, writes of clients are refused: what is left is for
 * sign-ins, deleting what has expired, and the checkpoint of the write-ahead log.
 */
export class DiskGuard {
  readonly #measure: () => Promise<DiskSpace>
  readonly #reserve: number | undefined
  #space: DiskSpace | undefined
  isLow = false

  /** Without a reserve: 200 MB or 2 % of the disk, whichever is smaller. */
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
    return this.#reserve ?? Math.min(RESERVE_MAX_BYTES, (this.#space?.total ?? 0) * RESERVE_SHARE)
  }
}
