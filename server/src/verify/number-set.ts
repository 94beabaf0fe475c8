const CHUNK_BYTES = 8192
const CHUNK_NUMBERS = 8 * CHUNK_BYTES

/** Whole numbers that have been seen: one bit each, so that a hundred million fit into twelve megabytes. */
export class NumberSet {
  readonly #chunks = new Map<number, Uint8Array>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** False if it was there already. */
  add(number: number): boolean {
    if (this.has(number)) return false
    const chunk = this.#chunks.getOrInsertComputed(
      Math.floor(number / CHUNK_NUMBERS),
      () => new Uint8Array(CHUNK_BYTES),
    )
    chunk[byteOf(number)]! |= bitOf(number)
    this.#size++
    return true
  }

  has(number: number): boolean {
    const chunk = this.#chunks.get(Math.floor(number / CHUNK_NUMBERS))
    return chunk !== undefined && (chunk[byteOf(number)]! & bitOf(number)) !== 0
  }

  /** From 1 on, without those that are left out, in ascending order. */
  firstMissing(leftOut: readonly { readonly from: number; readonly to: number }[] = []): number {
    let number = 1
    for (const { from, to } of leftOut) {
      while (number < from && this.has(number)) number++
      if (number < from) return number
      number = Math.max(number, to)
    }
    while (this.has(number)) number++
    return number
  }
}

const byteOf = (number: number) => Math.floor((number % CHUNK_NUMBERS) / 8)
const bitOf = (number: number) => 1 << (number % 8)
