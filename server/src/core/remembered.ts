const KEPT_MAX = 20_000

/**
 * Caches values derived from records that guard access, for exactly as long as none of them changes: a revoked
 * user, key or role takes effect with the next request, on every node. The caller passes the current epoch (`store.epoch`).
 */
export class Remembered<T> {
  readonly #values = new Map<string, T>()
  #epoch = Number.NaN

  get(epoch: number, key: string, workOut: () => Promise<T>): T | Promise<T> {
    if (epoch !== this.#epoch) {
      this.#values.clear()
      this.#epoch = epoch
    }
    return this.#values.get(key) ?? this.#learn(epoch, key, workOut)
  }

  async #learn(epoch: number, key: string, workOut: () => Promise<T>): Promise<T> {
    const value = await workOut()
    if (epoch !== this.#epoch) return value
    if (this.#values.size >= KEPT_MAX) this.#values.delete(this.#values.keys().next().value!)
    this.#values.set(key, value)
    return value
  }
}
