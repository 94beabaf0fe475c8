import { type SqlBool, sql } from 'kysely'
import { signatureOf } from '../../model/search/words.ts'
import { type Clause, conjunction, type Part, part } from '../lists/conditions.ts'
import type { Hole } from '../shapes.ts'
import type { Tier } from './tiers.ts'

/** Words that occur more often are compared by how far back so many of their records reach. */
const COUNTED_MAX = 100

/** Parts in a larger one; each gets the holes for its own values. */
export function combined(title: string, parts: readonly Part[], build: (built: Clause[]) => Clause): Part {
  const values = parts.flatMap((some) => some.values)
  return part(`${title} (${parts.map(({ shape }) => shape).join('; ')})`, values, (all) => {
    const rest = [...all]
    return build(parts.map((some) => some.build(rest.splice(0, some.values.length))))
  })
}

export const limitOf = (max: number): Part => part('limit', [max], ([hole]) => sql<SqlBool>`limit ${hole}`)

const newestBy =
  (columns: Clause) =>
  ([kind, term, max]: readonly Hole[]): Clause =>
    sql`select ${columns} from "postings" where "kind" = ${kind} and "term" = ${term}
      order by "record" desc limit ${max}`
export const newestOf = newestBy(sql`"record"`)
export const newestSigned = newestBy(sql`"record", "signature"`)

export const newestBetween = ([kind, from, to, max]: readonly Hole[]): Clause =>
  sql`select "term", "record" from "postings" where "kind" = ${kind} and "term" > ${from} and "term" < ${to}
    order by "term" desc, "record" desc limit ${max}`

/**
 * False for most records that lack one of the words. The walk reads the signature with the posting; looking up the posting
 * of another word costs eight times as much. Without the cast, the embedded database converts the mask for each row.
 */
export function mayHaveAll(words: Tier): Part {
  const single = words.filter(({ length }) => length === 1).flat()
  const several = words.filter(({ length }) => length > 1).map((terms) => terms.map((term) => signatureOf([term])))
  const tests = [...(single.length > 0 ? [[signatureOf(single)]] : []), ...several]
  return part(`signatures ${tests.map(({ length }) => length)}`, tests.flat(), (all) => {
    const rest = [...all]
    return conjunction(tests.map(({ length }) => hasOneMask(rest.splice(0, length))))
  })
}

const hasOneMask = (masks: readonly Hole[]): Clause =>
  sql`(${sql.join(
    masks.map((mask) => sql`("signature" & cast(${mask} as bigint)) = cast(${mask} as bigint)`),
    sql` or `,
  )})`

export const hasOneOf = (name: string, terms: readonly string[]): Part =>
  part(
    `one of ${terms.length}`,
    [name, ...terms],
    ([kind, ...wanted]) => sql`exists (select 1 from "postings" as other where other."kind" = ${kind}
      and other."term" in (${sql.join(wanted)}) and other."record" = "postings"."record")`,
  )

export const countOf = (name: string, terms: readonly string[]): Part =>
  part(
    `count of ${terms.length}`,
    [name, ...terms],
    ([kind, ...wanted]) => sql`(select count(*) from (select 1 from "postings" where "kind" = ${kind}
      and "term" in (${sql.join(wanted)}) ${fromNewest(wanted.length)}
      limit ${sql.lit(COUNTED_MAX)}) as counted)`,
  )

/** Reads the same pages as the depth and the walk. Several terms would have to be sorted first. */
const fromNewest = (terms: number) => (terms === 1 ? sql`order by "record" desc` : sql``)

export const depthOf = (name: string, wanted: string): Part =>
  part(
    'depth',
    [name, wanted],
    ([kind, term]) => sql`(select "record" from "postings" where "kind" = ${kind} and "term" = ${term}
      order by "record" desc limit 1 offset ${sql.lit(COUNTED_MAX - 1)})`,
  )

/** For a user limited to some records, other records must not use up the limit. */
export const seenIn = (name: string, parts: readonly Part[]): Part =>
  combined(
    `seen in ${name}`,
    parts,
    (clauses) =>
      sql`exists (select 1 from ${sql.table(name)} where "id" = "postings"."record" and ${conjunction(clauses)})`,
  )
