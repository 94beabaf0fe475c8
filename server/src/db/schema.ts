import { Semaphore } from '../core/semaphore.ts'
import type { Resource } from '../model/resource.ts'
import type { Engine } from './engine.ts'
import { Lexicon } from './search/lexicon.ts'
import { createStatements, type Statements } from './statements.ts'
import { type Table, tableOf } from './table.ts'

/** What records need to know of the database: its engine, the tables by name, their fixed statements. */
export interface Schema {
  readonly engine: Engine
  readonly tables: ReadonlyMap<string, Table>
  readonly statements: Statements
  readonly lexicon: Lexicon
  readonly searches: Semaphore
}

export const schemaOf = (engine: Engine, resources: readonly Resource[]): Schema => ({
  engine,
  tables: new Map(resources.map((resource) => [resource.name, tableOf(resource)])),
  statements: createStatements(engine),
  lexicon: new Lexicon(engine),
  searches: new Semaphore(engine.searchesAtOnce),
})
