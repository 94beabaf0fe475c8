import { type DialectAdapter, DummyDriver, Kysely, type QueryCompiler } from 'kysely'
import type { Builder } from './engine.ts'

/** Kysely as a compiler of SQL only: connections and transactions are our own. */
export function createBuilder(createAdapter: () => DialectAdapter, createQueryCompiler: () => QueryCompiler): Builder {
  return new Kysely({
    dialect: {
      createAdapter,
      createQueryCompiler,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('The builder only compiles.')
      },
    },
  })
}
