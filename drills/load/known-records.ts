import { pick, type Random } from '../framework/random.ts'
import type { AnyRecord } from '../history/content.ts'

const LATEST = 24

/** The latest records of each resource as the server has answered them, so that clients contend for few of them. */
export class KnownRecords {
  readonly #latest = new Map<string, AnyRecord[]>()

  put(resource: string, record: AnyRecord): void {
    const some = this.#of(resource)
    const index = some.findIndex(({ id }) => id === record.id)
    if (index === -1) some.push(record)
    else if (some[index].version <= record.version) some[index] = record
    if (some.length > LATEST) some.shift()
  }

  forget(resource: string, id: string): void {
    const some = this.#of(resource)
    const index = some.findIndex((record) => record.id === id)
    if (index !== -1) some.splice(index, 1)
  }

  /** Undefined if there is none yet. */
  pick(random: Random, resource: string): AnyRecord | undefined {
    return pick(random, this.#of(resource))
  }

  #of(resource: string): AnyRecord[] {
    const some = this.#latest.get(resource) ?? []
    this.#latest.set(resource, some)
    return some
  }
}
