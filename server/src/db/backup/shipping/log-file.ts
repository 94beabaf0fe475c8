// The format of the file is documented: https://www.sqlite.org/walformat.html
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import type { LogPosition } from '../objects.ts'

const LOG_HEADER = 32
export const FRAME_HEADER = 24
const SALT_AT = 16
const SALT_BYTES = 8
/** Frames of one segment, unless a single transaction is longer. */
const SEGMENT_FRAMES = 8192

/** The log is not what it must be: something was lost between what was copied and what is there. */
export class LogDiscontinuous extends Error {}

/** A write-ahead log, read beside the connections that write it. */
export class LogFile {
  readonly #file: string
  readonly #pageSize: number

  constructor(database: string, pageSize: number) {
    this.#file = `${database}-wal`
    this.#pageSize = pageSize
  }

  get frameBytes(): number {
    return FRAME_HEADER + this.#pageSize
  }

  /** Changes whenever the log is reset. Empty if there is no log. */
  salt(): string {
    if (!existsSync(this.#file)) return ''
    return this.#read(SALT_AT, SALT_BYTES).toString('hex')
  }

  checksumOf(frame: number): string {
    return this.#read(LOG_HEADER + (frame - 1) * this.frameBytes, FRAME_HEADER).toString('hex', 16, FRAME_HEADER)
  }

  /**
   * Whole transactions after a position: all up to frame `end`, which ends a transaction, or as many as make a segment.
   * The log must not be reset meanwhile.
   */
  transactionsAfter(from: LogPosition, end: number): { readonly frames: Buffer; readonly to: LogPosition } {
    for (let count = SEGMENT_FRAMES; ; count *= 2) {
      const last = Math.min(end, from.frame + count)
      const start = LOG_HEADER + from.frame * this.frameBytes
      const bytes = this.#read(start, (last - from.frame) * this.frameBytes)
      const whole = this.#lengthOfTransactions(bytes, from.salt)
      if (whole === bytes.length || (whole > 0 && last < end)) return this.#cut(from, bytes.subarray(0, whole))
      if (last === end) throw new LogDiscontinuous(`The log does not end a transaction at frame ${end}.`)
    }
  }

  #cut(from: LogPosition, frames: Buffer) {
    const lastFrame = frames.subarray(frames.length - this.frameBytes)
    const frame = from.frame + frames.length / this.frameBytes
    return { frames, to: { salt: from.salt, frame, checksum: lastFrame.toString('hex', 16, FRAME_HEADER) } }
  }

  /** The last frame of a transaction has the size of the database. */
  #lengthOfTransactions(bytes: Buffer, salt: string): number {
    let whole = 0
    for (let at = 0; at < bytes.length; at += this.frameBytes) {
      if (bytes.toString('hex', at + 8, at + 16) !== salt)
        throw new LogDiscontinuous('The log contains a frame of an earlier log.')
      if (bytes.readUInt32BE(at + 4) !== 0) whole = at + this.frameBytes
    }
    return whole
  }

  #read(start: number, length: number): Buffer {
    const bytes = Buffer.alloc(length)
    const descriptor = openSync(this.#file, 'r') // the log has no locks that closing it could drop, unlike the database
    try {
      for (let read = 0; read < length; ) {
        const count = readSync(descriptor, bytes, read, length - read, start + read)
        if (count === 0) return bytes.subarray(0, read)
        read += count
      }
      return bytes
    } finally {
      closeSync(descriptor)
    }
  }
}
