import { readFileSync } from 'node:fs'

const LOG_HEADER = 32
const FRAME_HEADER = 24

/**
 * Counts the transactions in a SQLite write-ahead log; each was flushed to disk once. `log` is the salt of the file, which
 * changes when SQLite starts the log from the beginning.
 */
export function commitsIn(file: string): { readonly log: string; readonly commits: number } {
  const bytes = readFileSync(file)
  const [pageSize, salt] = [bytes.readUInt32BE(8), bytes.toString('hex', 16, 24)]
  let commits = 0
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= bytes.length; at += FRAME_HEADER + pageSize) {
    if (bytes.toString('hex', at + 8, at + 16) !== salt) break // a frame of an earlier log
    if (bytes.readUInt32BE(at + 4) !== 0) commits++ // only the last frame of a transaction has the size of the database
  }
  return { log: salt, commits }
}
