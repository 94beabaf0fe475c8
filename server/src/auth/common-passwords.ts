import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Bits of the filter that a password sets. */
const PROBES = 17

/** Written by scripts/common-passwords.ts, which says what it is made of. */
export const FILTER_FILE = new URL('./common-passwords.bin', import.meta.url)

let filter: Buffer | undefined

/** As passwords are compared: their case, and blanks around them, make them no harder to guess. */
export const plainPassword = (password: string): string => password.normalize('NFKC').trim().toLowerCase()

/** Whether a plain password is among the most common ones. One in 100,000 others is taken for one of them. */
export function isCommonPassword(plain: string): boolean {
  // Read when the first password is chosen, not whenever the server starts.
  filter ??= readFileSync(FILTER_FILE)
  const bits = filter
  return positionsOf(plain, bits.length).every((position) => (bits[position >> 3]! & (1 << (position & 7))) !== 0)
}

/** A Bloom filter: each password sets some bits, which are found by its digest. */
export function filterOf(passwords: Iterable<string>, bytes: number): Buffer {
  const bits = Buffer.alloc(bytes)
  for (const plain of passwords)
    for (const position of positionsOf(plain, bytes)) bits[position >> 3]! |= 1 << (position & 7)
  return bits
}

function positionsOf(plain: string, bytes: number): number[] {
  const digest = createHash('sha256').update(plain).digest()
  const [start, step] = [digest.readUInt32LE(0), digest.readUInt32LE(4) | 1]
  return Array.from({ length: PROBES }, (_, probe) => (start + probe * (step >>> 0)) % (bytes * 8))
}
