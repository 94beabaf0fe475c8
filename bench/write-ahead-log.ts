import { readFileSync } from 'node:fs'

const LOG_HEADER = 32
const FRAME_HEADER = 24

/** How many transactions a write-ahead log holds: each went to disk in one go. A log that began anew is another log. */
export function commitsIn(file: string): { readonly log: string; readonly commits: number } {
  const bytes = readFileSync(file)
  const [pageSize, salt] = [bytes.readUInt32BE(8), bytes.toString('hex', 16, 24)]
  let commits = 0
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= bytes.length; at += FRAME_HEADER + pageSize) {
    if (bytes.toString('hex', at + 8, at + 16) !== salt) break // left over from an earlier log
    if (bytes.readUInt32BE(at + 4) !== 0) commits++ // only the last page of a transaction says how large the file is now
  }
  return { log: salt, commits }
}
