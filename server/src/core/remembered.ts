const KEPT_MAX = 20_000

/**
 * Remembers what was worked out from records that guard access, for exactly as long as none of them changes: whoever is
 * shut out is shut out on the next request, on every node. Whoever asks says how far changes have come (`store.epoch`).
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
