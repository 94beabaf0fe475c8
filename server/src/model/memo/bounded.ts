/** Remembers so much and no more: what came first goes first. */
export class Bounded<T> {
  readonly #values = new Map<string, T>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): T | undefined {
    return this.#values.get(key)
  }

  keep(key: string, value: T): T {
    if (this.#values.size >= this.#max && !this.#values.has(key)) this.#values.delete(this.#values.keys().next().value!)
    this.#values.set(key, value)
    return value
  }

  values(): Iterable<T> {
    return this.#values.values()
  }

  forget(key: string): void {
    this.#values.delete(key)
  }
}
