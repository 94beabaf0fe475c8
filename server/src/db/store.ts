import { Problem } from '../core/problem.ts'
import type { Store } from '../core/store.ts'
import type { Resource } from '../model/resource.ts'
import { EpochBook, epochOf } from './counts/epoch.ts'
import { NumberBook } from './counts/number-book.ts'
import { TallyBook } from './counts/tally-book.ts'
import { type Engine, OutcomeUnknown, type Refusal } from './engine.ts'
import { KnownLists } from './known/known-lists.ts'
import { momentOf } from './known/moment.ts'
import { readsOver } from './reads.ts'
import { recordsOver } from './records.ts'
import { schemaOf } from './schema.ts'
import { IndexBook } from './search/index-book.ts'

const RETRY_AFTER_SECONDS = 1

export function createStore(engine: Engine, resources: readonly Resource[]): Store {
  const schema = schemaOf(engine, resources)

  const known = new KnownLists()
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof OutcomeUnknown) throw new Problem('OUTCOME_UNKNOWN', { cause: error })
      const refusal = engine.refusalOf(error)
      throw refusal ? problemOf(refusal, error) : error
    }
  }
  const reader = { query: (query: Parameters<Engine['reader']['query']>[0]) => guarded(engine.reader.query(query)) }

  return {
    epoch: epochOf(engine, reader),
    reads: (frame) => readsOver(schema, reader, frame),
    read: (frame, work) =>
      guarded(engine.read((connection) => work(momentOf(readsOver(schema, connection, frame, known))))),
    write: (frame, work) =>
      guarded(
        engine.write(async (connection) => {
          const books = {
            tallies: new TallyBook(engine, connection),
            index: new IndexBook(engine, connection, schema.lexicon),
            epoch: new EpochBook(),
            numbers: new NumberBook(engine, connection),
          }
          const { tallies, index, epoch, numbers } = books
          const result = await work(recordsOver(schema, connection, frame, books))
          await tallies.settle()
          await index.settle()
          await epoch.write(numbers)
          for (const book of [tallies, index, numbers]) book.handOver()
          return result
        }),
      ),
  }
}

function problemOf(refusal: Refusal, cause: unknown): Problem {
  switch (refusal.kind) {
    case 'duplicate': {
      const field = refusal.column.replace(/_key$/, '')
      const details = [{ field, message: `Another of the ${refusal.table} has the same ${field} already.` }]
      return new Problem('VALIDATION_ERROR', { message: `The ${field} is already taken.`, details, cause })
    }
    case 'dangling':
      return new Problem('VALIDATION_ERROR', {
        details: [{ field: refusal.column, message: 'The record that it points to does not exist.' }],
        cause,
      })
    case 'too-large':
      return new Problem('VALIDATION_ERROR', {
        message: 'An amount, or the sum of all such amounts, would become too large to be kept exactly.',
        cause,
      })
    case 'in-use':
      return new Problem('RESOURCE_IN_USE', { cause })
    case 'unavailable':
      return new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
  }
}
