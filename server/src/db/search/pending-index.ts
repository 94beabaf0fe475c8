import type { AnyRecord } from '../../model/resource.ts'
import type { Table } from '../table.ts'
import { signatureOfTerms, termsOf } from './indexed.ts'
import { Postings } from './postings.ts'

/** What one request changes in the search index. */
export class PendingIndex {
  readonly #own = new Postings()
  /** Of the requests before it in the same transaction. */
  readonly #shared: Postings

  constructor(shared: Postings) {
    this.#shared = shared
  }

  /** A record came, went, or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    if (!table.resource.hit) return
    const record = (before ?? after)!.id as string
    const [old, fresh] = [termsOf(table, before), termsOf(table, after)]
    if (old.symmetricDifference(fresh).size === 0) return
    const posting = { kind: table.name, record, signature: signatureOfTerms(fresh) }
    for (const term of old.difference(fresh)) this.#own.remove({ ...posting, term })
    for (const term of fresh) this.#own.add({ ...posting, term }) // the kept ones too: their signature changes
  }

  publish(): void {
    this.#own.moveTo(this.#shared)
  }
}
