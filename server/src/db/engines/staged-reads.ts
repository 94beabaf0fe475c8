/** Something that reads, waiting for its turn. */
type Turn = () => void

/**
 * The first look into the database after something else costs three times as much as one that follows another. So all
 * that is ready to read in one moment waits for the end of that moment, and then reads in one go.
 */
export class StagedReads {
  #waiting: Turn[] = []

  read<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush())
      this.#waiting.push(() => work().then(resolve, reject))
    })
  }

  #flush(): void {
    const turns = this.#waiting
    this.#waiting = []
    for (const turn of turns) turn()
  }
}
