const ENTRIES_MAX = 20_000

/**
 * Caches values derived from records that guard access, for exactly as long as none of these records changes: a change of
 * a user, key or role takes effect with the next request, on every node. The caller passes the current `store.epoch`.
 */
export class EpochCache<T> {
  readonly #values = new Map<string, T>()
  #epoch = Number.NaN

  get(epoch: number, key: string, load: () => Promise<T>): T | Promise<T> {
    if (epoch !== this.#epoch) {
      this.#values.clear()
      this.#epoch = epoch
    }
    return this.#values.get(key) ?? this.#load(epoch, key, load)
  }

  async #load(epoch: number, key: string, load: () => Promise<T>): Promise<T> {
    const value = await load()
    if (epoch !== this.#epoch) return value
    if (this.#values.size >= ENTRIES_MAX) this.#values.delete(this.#values.keys().next().value!)
    this.#values.set(key, value)
    return value
  }
}
