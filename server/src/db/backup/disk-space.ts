import { statfs } from 'node:fs/promises'

const RESERVE_MAX_BYTES = 200_000_000
const RESERVE_SHARE = 0.02

/** The space of a file system, in bytes. */
export interface DiskSpace {
  readonly total: number
  readonly free: number
}

/** What a user without special rights may still fill. */
export async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { total: bsize * blocks, free: bsize * bavail }
}

/** The free space below which writes are refused. Without a setting: 200 MB or 2 % of the disk, whichever is smaller. */
export const reserveOf = (setting: number | undefined, total: number): number =>
  setting ?? Math.floor(Math.min(RESERVE_MAX_BYTES, total * RESERVE_SHARE))

/** The disk of the data folder. A backup must never take so much of it that writes are refused. */
export class FreeSpace {
  readonly #folder: string
  readonly #reserve: number | undefined
  readonly #measure: typeof spaceOf

  constructor(folder: string, reserve: number | undefined, measure = spaceOf) {
    this.#folder = folder
    this.#reserve = reserve
    this.#measure = measure
  }

  async isLow(): Promise<boolean> {
    const { free, total } = await this.#measure(this.#folder)
    return free < reserveOf(this.#reserve, total)
  }

  /** Throws if the snapshot would leave less than the reserve. */
  async requireForSnapshot(bytes: number): Promise<void> {
    const { free, total } = await this.#measure(this.#folder)
    const reserve = reserveOf(this.#reserve, total)
    if (free < bytes + reserve)
      throw new Error(
        `A snapshot needs ${bytes + reserve} bytes of free space in ${this.#folder}: ${bytes} for a copy of the database, and the reserve of ${reserve}. There are ${free}.`,
      )
  }
}
