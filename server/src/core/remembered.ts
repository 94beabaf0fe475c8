import type { Store } from './store.ts'

const KEPT_MAX = 20_000

/**
 * Remembers what was worked out from records that guard access, for exactly as long as none of them changes: whoever is
 * shut out is shut out on the next request, on every node.
 */
export class Remembered<T> {
  readonly #store: Store
  readonly #values = new Map<string, T>()
  #epoch = Number.NaN

  constructor(store: Store) {
    this.#store = store
  }

  async get(key: string, workOut: () => Promise<T>): Promise<T> {
    const epoch = await this.#store.epoch()
    if (epoch !== this.#epoch) {
      this.#values.clear()
      this.#epoch = epoch
    }
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const value = await workOut()
    if (epoch === this.#epoch) this.#keep(key, value)
    return value
  }

  #keep(key: string, value: T): void {
    if (this.#values.size >= KEPT_MAX) this.#values.delete(this.#values.keys().next().value!)
    this.#values.set(key, value)
  }
}
