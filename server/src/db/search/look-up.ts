import { sql } from 'kysely'
import type { Found } from '../../core/search/look-up.ts'
import type { Wanted } from '../../model/search/score.ts'
import { type Clause, conjunction } from '../conditions.ts'
import type { Connection, Engine } from '../engine.ts'
import { columnOf, SEARCH_COLUMN, SEARCH_SEPARATOR, type Table } from '../table.ts'
import { Candidates } from './candidates.ts'
import type { Lexicon } from './lexicon.ts'
import { Passes } from './passes.ts'
import { Ways } from './ways.ts'

/** Where is looked. */
export interface Library {
  readonly engine: Engine
  readonly lexicon: Lexicon
  readonly tables: ReadonlyMap<string, Table>
}

/** What is to be found, and the terms that may stand for it. */
export interface Understood {
  readonly whole: string
  readonly passes: Passes
}

export async function understand(
  { engine, lexicon, tables }: Library,
  connection: Connection,
  { whole, words }: Wanted,
): Promise<Understood> {
  await lexicon.catchUp(connection)
  const kinds = [...tables.values()].filter(({ resource }) => resource.hit).map(({ name }) => name)
  const ways = words.map((word) => new Ways(engine, connection, lexicon.dictionary, word))
  return { whole, passes: new Passes(engine, connection, ways, kinds) }
}

/** Which rows of a table count, and whether those are all that can be found at all. */
export interface Visibility {
  readonly clauses: readonly Clause[]
  readonly isWhole: boolean
}

/** Records that may be meant, each once. What they are worth is for others to say. */
export async function* lookUp(
  engine: Engine,
  connection: Connection,
  table: Table,
  { whole, passes }: Understood,
  { clauses, isWhole }: Visibility,
  breadth: number,
): AsyncGenerator<readonly Found[]> {
  const candidates = new Candidates(engine, connection, table, isWhole ? [] : clauses, breadth)
  const seen = new Set<string>()
  const ways = [
    async () => ((await passes.isCalled(whole, table.name)) ? candidates.called(whole) : []),
    ...Array.from({ length: Passes.count }, (_, step) => async () => {
      const pass = await passes.at(step, table.name)
      return pass ? candidates.matching(pass) : []
    }),
  ]
  for (const way of ways) {
    const fresh = new Set(await way()).difference(seen)
    for (const id of fresh) seen.add(id)
    if (fresh.size > 0) yield await rowsOf(engine, connection, table, [...fresh], clauses)
  }
}

async function rowsOf(
  { builder }: Engine,
  connection: Connection,
  { name, searched, resource: { hit, fields } }: Table,
  ids: readonly string[],
  clauses: readonly Clause[],
): Promise<Found[]> {
  const status = 'status' in fields ? 'status' : sql<null>`null`.as('status')
  const code = hit!.code ? columnOf(hit!.code) : sql<null>`null`.as('code')
  const select = builder
    .selectFrom(name)
    .select(['id', columnOf(hit!.name), code as string, status as string, SEARCH_COLUMN])
    .where('id', 'in', ids)
    .where(conjunction(clauses))
  const rows = (await connection.query(select.compile())) as readonly [string, string, string, string, string][]
  return rows.map(([id, found, codeValue, statusValue, texts]) => {
    const parts = texts.split(SEARCH_SEPARATOR)
    return {
      id,
      name: found,
      code: codeValue,
      status: statusValue,
      texts: Object.fromEntries(searched.map((path, index) => [path, parts[index] ?? ''])),
    }
  })
}
