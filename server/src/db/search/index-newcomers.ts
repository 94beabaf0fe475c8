import type { AnyRecord } from '../../model/resource.ts'
import { insertRows } from '../bulk/insert-rows.ts'
import type { PendingNumbers } from '../counts/series.ts'
import type { Connection, Engine } from '../engine.ts'
import type { Table } from '../table.ts'
import { addTerms, type Lexicon } from './lexicon.ts'
import { isWhole, signatureOfTerms, termsOf } from './postings.ts'

/** The search index of many new records: term by term, as the index is kept, which costs a fraction of record by record. */
export class NewcomersIndex {
  readonly #kind: string
  readonly #recordsByTerm = new Map<string, string[]>()
  readonly #signatures = new Map<string, number>()

  constructor(table: Table, records: readonly AnyRecord[]) {
    this.#kind = table.name
    for (const record of records) {
      const id = record.id as string
      const terms = termsOf(table, record)
      this.#signatures.set(id, signatureOfTerms(terms))
      for (const term of terms) {
        const among = this.#recordsByTerm.get(term)
        if (among) among.push(id)
        else this.#recordsByTerm.set(term, [id])
      }
    }
  }

  async writeWords(engine: Engine, connection: Connection, numbers: PendingNumbers, lexicon: Lexicon): Promise<void> {
    const words = [...this.#recordsByTerm.keys()].filter((term) => !isWhole(term) && !lexicon.knows(term))
    await addTerms(engine, connection, numbers, words)
  }

  async writePostings(engine: Engine, connection: Connection): Promise<void> {
    const values: unknown[] = []
    for (const term of [...this.#recordsByTerm.keys()].sort())
      for (const record of this.#recordsByTerm.get(term)!)
        values.push(this.#kind, term, record, this.#signatures.get(record))
    await insertRows(engine, connection, 'postings', ['kind', 'term', 'record', 'signature'], values)
  }
}
