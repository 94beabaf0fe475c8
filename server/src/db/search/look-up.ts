import { sql } from 'kysely'
import type { Found, LookUp } from '../../core/lists/look-up.ts'
import type { Resource } from '../../model/resource.ts'
import type { Wanted } from '../../model/search/score.ts'
import type { Connection, Engine } from '../engine.ts'
import { composed, type Part } from '../lists/conditions.ts'
import { columnOf, SEARCH_COLUMN, SEARCH_SEPARATOR, type Table } from '../table.ts'
import { Candidates } from './candidates.ts'
import { Expansions } from './expansions.ts'
import type { Lexicon } from './lexicon.ts'
import { Tiers } from './tiers.ts'

/** What a search reads. */
export interface Library {
  readonly engine: Engine
  readonly lexicon: Lexicon
  readonly tables: ReadonlyMap<string, Table>
}

/** The visible rows of a table, and whether these are all rows. */
export interface Visibility {
  readonly parts: readonly Part[]
  readonly isWhole: boolean
}

/** Finds candidate records. The caller scores them. */
export async function lookUp(
  { engine, lexicon, tables }: Library,
  connection: Connection,
  { whole, words }: Wanted,
  visibilityOf: (resource: Resource) => Visibility,
): Promise<LookUp> {
  await lexicon.catchUp(connection)
  const kinds = [...tables.values()].filter(({ resource }) => resource.hit).map(({ name }) => name)
  const expansions = words.map((word) => new Expansions(engine, connection, lexicon.dictionary, word))
  const tiers = new Tiers(engine, connection, expansions, kinds)
  const seen = new Set<string>()

  const idsIn = async (candidates: Candidates, { name }: Table, index: number): Promise<readonly string[]> => {
    if (index === 0) return (await tiers.isCalled(whole, name)) ? candidates.called(whole) : []
    const tier = await tiers.at(index - 1, name)
    return tier ? candidates.matching(tier) : []
  }
  return {
    tiers: 1 + Tiers.count,
    async among(resource, tier, breadth) {
      const table = tables.get(resource.name)!
      const { parts, isWhole } = visibilityOf(resource)
      const candidates = new Candidates(engine, connection, table, isWhole ? [] : parts, breadth)
      const fresh = new Set(await idsIn(candidates, table, tier)).difference(seen)
      for (const id of fresh) seen.add(id)
      return rowsOf(engine, connection, table, [...fresh], parts)
    },
  }
}

async function rowsOf(
  engine: Engine,
  connection: Connection,
  { name, searched, resource: { hit, fields } }: Table,
  ids: readonly string[],
  parts: readonly Part[],
): Promise<Found[]> {
  if (ids.length === 0) return []
  const status = 'status' in fields ? 'status' : sql<null>`null`.as('status')
  const code = hit!.code ? columnOf(hit!.code) : sql<null>`null`.as('code')
  const select = composed(engine, `found ${name} ${ids.length}`, parts, ids, (where, holes) =>
    engine.builder
      .selectFrom(name)
      .select(['id', columnOf(hit!.name), code as string, status as string, SEARCH_COLUMN])
      .where('id', 'in', holes)
      .where(where),
  )
  const rows = (await connection.query(select)) as readonly [string, string, string, string, string][]
  return rows.map(([id, found, codeValue, statusValue, texts]) => {
    const folded = texts.split(SEARCH_SEPARATOR)
    return {
      id,
      name: found,
      code: codeValue,
      status: statusValue,
      texts: Object.fromEntries(searched.map((path, index) => [path, folded[index] ?? ''])),
    }
  })
}
