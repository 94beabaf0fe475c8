import { reserveOf, spaceOf } from '../../backup/disk-space.ts'

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
