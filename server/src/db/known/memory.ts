import { Bounded } from '../../model/bounded.ts'
import type { AnyRecord } from '../../model/resource.ts'

const KEPT_OF_EACH = 4000

/** Records by resource and id: an id alone does not tell whose it is, since a body may name any where another belongs. */
export class Memory {
  readonly #records = new Map<string, Bounded<AnyRecord>>()

  of(resource: string): Bounded<AnyRecord> {
    const known = this.#records.get(resource) ?? new Bounded<AnyRecord>(KEPT_OF_EACH)
    this.#records.set(resource, known)
    return known
  }

  forgetAll(): void {
    this.#records.clear()
  }
}
