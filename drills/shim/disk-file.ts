type Change = { readonly offset: number; readonly data: Buffer } | { readonly size: number }
/** What a power cut does to writes that were not synced. */
export const CUTS = ['lost', 'some', 'torn'] as const
export type Cut = (typeof CUTS)[number]

/** What a disk writes as a whole. */
const SECTOR_BYTES = 512

/** A file on the model disk: what is durable, and what was written since the last sync. */
export class DiskFile {
  #durable: GrowingBytes
  #pending: Change[] = []

  constructor(content: Buffer = Buffer.alloc(0)) {
    this.#durable = new GrowingBytes(content)
  }

  change(change: Change): void {
    this.#pending.push(change)
  }

  sync(): void {
    for (const change of this.#pending) this.#durable.apply(change)
    this.#pending = []
  }

  /**
   * The content that a power cut may leave. `lost`: nothing that was not synced. `some`: any of the changes, since a disk
   * may reorder them. `torn`: the first changes, and only some sectors of the last of these.
   */
  after(cut: Cut, random: () => number): Buffer {
    const left = this.#durable.copy()
    for (const change of this.#survivors(cut, random)) left.apply(change)
    return left.content()
  }

  #survivors(cut: Cut, random: () => number): readonly Change[] {
    if (cut === 'lost') return []
    if (cut === 'some') return this.#pending.filter(() => random() < 0.5)
    const first = this.#pending.slice(0, Math.floor(random() * (this.#pending.length + 1)))
    const last = first.pop()
    return last ? [...first, ...('data' in last ? sectorsOf(last, random) : [last])] : []
  }
}

/** Some of the sectors that a write touches. */
function sectorsOf({ offset, data }: { offset: number; data: Buffer }, random: () => number): Change[] {
  const sectors: Change[] = []
  for (let at = 0; at < data.length; ) {
    const end = Math.min(data.length, at + SECTOR_BYTES - ((offset + at) % SECTOR_BYTES))
    if (random() < 0.5) sectors.push({ offset: offset + at, data: data.subarray(at, end) })
    at = end
  }
  return sectors
}

/** Bytes that can grow without being copied each time. */
class GrowingBytes {
  #bytes: Buffer
  #size: number

  constructor(content: Buffer) {
    this.#bytes = content
    this.#size = content.length
  }

  copy(): GrowingBytes {
    return new GrowingBytes(Buffer.from(this.content()))
  }

  content(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  apply(change: Change): void {
    if ('size' in change) {
      if (change.size > this.#size) this.#reserve(change.size)
      else this.#bytes.fill(0, change.size, this.#size)
      this.#size = change.size
    } else {
      const end = change.offset + change.data.length
      this.#reserve(end)
      change.data.copy(this.#bytes, change.offset)
      this.#size = Math.max(this.#size, end)
    }
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return
    const larger = Buffer.alloc(Math.max(size, this.#bytes.length * 2))
    this.content().copy(larger)
    this.#bytes = larger
  }
}
