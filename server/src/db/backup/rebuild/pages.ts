import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { commitsAfter, lastCommitIn } from '../shipping/commit-time.ts'
import { FRAME_HEADER } from '../shipping/log-file.ts'

/** A database file to which transactions of a log are applied, page by page. */
export class DatabasePages {
  readonly #file: string
  readonly #pageSize: number

  constructor(file: string, pageSize: number) {
    this.#file = file
    this.#pageSize = pageSize
  }

  /** The ends of the transactions in the frames: the last frame of each has the size of the database. */
  transactionEnds(frames: Buffer): number[] {
    const ends: number[] = []
    for (let at = 0; at < frames.length; at += this.#frameBytes)
      if (frames.readUInt32BE(at + 4) !== 0) ends.push(at + this.#frameBytes)
    return ends
  }

  apply(frames: Buffer): void {
    this.#inFile((descriptor) => this.#write(descriptor, frames))
  }

  /** Returns a function that undoes it. */
  applyUndoably(frames: Buffer): () => void {
    const before = new Map<number, Buffer>()
    let size = 0
    this.#inFile((descriptor) => {
      size = fstatSync(descriptor).size
      const save = (place: number) => {
        if (!before.has(place) && place < size) before.set(place, this.#read(descriptor, place))
      }
      this.#write(descriptor, frames, save)
    })
    return () =>
      this.#inFile((descriptor) => {
        for (const [place, page] of before) writeSync(descriptor, page, 0, page.length, place)
        ftruncateSync(descriptor, size)
      })
  }

  /** Milliseconds since 1970; see `lastCommitIn`. */
  lastCommit(limit?: number, ignored?: ReadonlySet<string>): number {
    return this.#asDatabase((database) => lastCommitIn(database, limit, ignored))
  }

  commitsAfter(moment: number): ReadonlySet<string> {
    return this.#asDatabase((database) => commitsAfter(database, moment))
  }

  /** Makes it a file that needs no other beside it. */
  finish(): void {
    const database = new DatabaseSync(this.#file)
    database.exec('PRAGMA journal_mode=DELETE')
    database.close()
    this.#inFile(fsyncSync)
  }

  #asDatabase<T>(work: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(this.#file)
    try {
      return work(database)
    } finally {
      database.close()
    }
  }

  /** `save` is called before a page is overwritten or cut off. */
  #write(descriptor: number, frames: Buffer, save: (place: number) => void = () => {}): void {
    for (let at = 0; at < frames.length; at += this.#frameBytes) {
      const place = (frames.readUInt32BE(at) - 1) * this.#pageSize
      save(place)
      writeSync(descriptor, frames, at + FRAME_HEADER, this.#pageSize, place)
      const end = frames.readUInt32BE(at + 4) * this.#pageSize
      if (end === 0) continue
      const { size } = fstatSync(descriptor)
      for (let cut = end; cut < size; cut += this.#pageSize) save(cut)
      ftruncateSync(descriptor, end)
    }
  }

  get #frameBytes(): number {
    return FRAME_HEADER + this.#pageSize
  }

  #read(descriptor: number, place: number): Buffer {
    const page = Buffer.alloc(this.#pageSize)
    readSync(descriptor, page, 0, page.length, place)
    return page
  }

  #inFile(work: (descriptor: number) => void): void {
    const descriptor = openSync(this.#file, 'r+')
    try {
      work(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}
