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

/** Works out again only what was not asked last: for what many ask in the same moment. */
export function latest<Asked, Found>(workOut: (asked: Asked) => Found): (asked: Asked) => Found {
  let known: { readonly asked: Asked; readonly found: Found } | undefined
  return (asked) => {
    if (!known || known.asked !== asked) known = { asked, found: workOut(asked) }
    return known.found
  }
}

/** Finds out once for each object what follows from it. For objects that never change, such as declarations. */
export function onceFor<About extends object, Found>(findOut: (about: About) => Found): (about: About) => Found {
  const known = new WeakMap<About, { readonly found: Found }>()
  return (about) => {
    let kept = known.get(about)
    if (!kept) {
      kept = { found: findOut(about) }
      known.set(about, kept)
    }
    return kept.found
  }
}

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
