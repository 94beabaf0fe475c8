import { type SqlBool, sql } from 'kysely'
import type { Found, LookUp } from '../../core/search/look-up.ts'
import type { Dictionary } from '../../model/search/dictionary.ts'
import { type Clause, conjunction } from '../conditions.ts'
import type { Connection, Engine, Select } from '../engine.ts'
import { columnOf, SEARCH_COLUMN, SEARCH_SEPARATOR, type Table } from '../table.ts'
import { wholeTerm } from './indexed.ts'

/** Of each term, so many records are looked at: the newest. */
const CANDIDATES_MAX = 64
const PREFIXES_MAX = 16
const ALIKE_MAX = 12
/** Sorts after every text. */
const LAST = '\u{10ffff}'

/** For each word of the query, the terms that may stand for it. */
type Pass = readonly (readonly string[])[]

/**
 * Records that may be what is looked for, the likeliest kinds of match first; it stops when there are enough. What they
 * are worth is for others to say.
 */
export async function lookUp(
  engine: Engine,
  connection: Connection,
  table: Table,
  dictionary: Dictionary,
  wanted: LookUp,
  visible: readonly Clause[],
): Promise<Found[]> {
  const ids = new Set<string>()
  const search = async (select: Select) => {
    for (const [id] of await connection.query(select.compile())) ids.add(id as string)
  }
  const isVisible = visible.length > 0 ? [visibleIn(engine, table, visible)] : []
  if (wanted.whole !== '') {
    await search(wholes(engine, table, wholeTerm(wanted.whole), isVisible))
    await search(beginnings(engine, table, wholeTerm(wanted.whole), isVisible))
  }
  for (const pass of passesOf(dictionary, wanted.words)) {
    if (ids.size >= wanted.enough) break
    await search(matching(engine, table, pass, isVisible))
  }
  return rowsOf(engine, connection, table, [...ids])
}

const postings = ({ builder }: Engine, { name }: Table, clauses: readonly Clause[]): Select =>
  builder.selectFrom('postings').select('record').where('kind', '=', name).where(conjunction(clauses))

const wholes = (engine: Engine, table: Table, term: string, visible: readonly Clause[]): Select =>
  postings(engine, table, visible).where('term', '=', term).orderBy('record', 'desc').limit(CANDIDATES_MAX)

const beginnings = (engine: Engine, table: Table, term: string, visible: readonly Clause[]): Select =>
  postings(engine, table, visible)
    .where('term', '>', term)
    .where('term', '<', term + LAST)
    .orderBy('term')
    .orderBy('record', 'desc')
    .limit(CANDIDATES_MAX)

/** Records with one of the terms of every word. The word with the fewest terms leads; the others must be there too. */
function matching(engine: Engine, table: Table, pass: Pass, visible: readonly Clause[]): Select {
  const [leading = [], ...others] = [...pass].sort((a, b) => a.length - b.length)
  const present = others.map(
    (terms): Clause =>
      sql<SqlBool>`exists (select 1 from "postings" as other where other."kind" = ${table.name}
        and other."term" in (${sql.join(terms)}) and other."record" = "postings"."record")`,
  )
  const [first, ...rest] = leading.map((term) =>
    engine.builder
      .selectFrom(
        postings(engine, table, [...visible, ...present])
          .where('term', '=', term)
          .orderBy('record', 'desc')
          .limit(CANDIDATES_MAX)
          .as('some'),
      )
      .select('record'),
  )
  return rest.reduce((union, select) => union.unionAll(select), first!)
}

/** Whoever sees only some records must not have them crowded out by others. */
const visibleIn = ({ builder }: Engine, { name }: Table, clauses: readonly Clause[]): Clause =>
  sql<SqlBool>`"postings"."record" in ${builder.selectFrom(name).select('id').where(conjunction(clauses))}`

/** First what is there as it is written, then what begins so, then what contains it or may have been meant. */
function passesOf(dictionary: Dictionary, words: readonly string[]): Pass[] {
  const ways = words.map((word) => {
    const exact = dictionary.has(word) ? [word] : []
    const begun = dictionary.beginningWith(word, PREFIXES_MAX).filter((term) => term !== word)
    const near = [...(dictionary.containing(word, ALIKE_MAX) ?? []), ...dictionary.meantBy(word, ALIKE_MAX)]
    const alike = [...new Set(near)].filter((term) => term !== word && !begun.includes(term))
    return { exact, begun, alike }
  })
  const strict = ways.map(({ exact, begun, alike }) => firstOf(exact, begun, alike))
  const wide = ways.map(({ exact, begun, alike }) => firstOf([...exact, ...begun], alike))
  const all = ways.map(({ exact, begun, alike }) => [...exact, ...begun, ...alike])
  const passes = [strict, wide, all].filter((pass) => pass.length > 0 && pass.every((terms) => terms.length > 0))
  return passes.filter((pass, index) => index === 0 || sizeOf(pass) !== sizeOf(passes[index - 1]!))
}

const firstOf = (...lists: readonly (readonly string[])[]) => lists.find((list) => list.length > 0) ?? []
const sizeOf = (pass: Pass) => pass.reduce((sum, terms) => sum + terms.length, 0)

async function rowsOf(
  { builder }: Engine,
  connection: Connection,
  { name, searched, resource: { hit, fields } }: Table,
  ids: readonly string[],
): Promise<Found[]> {
  if (ids.length === 0) return []
  const status = 'status' in fields ? 'status' : sql<null>`null`.as('status')
  const code = hit!.code ? columnOf(hit!.code) : sql<null>`null`.as('code')
  const select = builder
    .selectFrom(name)
    .select(['id', columnOf(hit!.name), code as string, status as string, SEARCH_COLUMN])
    .where('id', 'in', ids)
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
