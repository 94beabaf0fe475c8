import { type SqlBool, sql } from 'kysely'
import type { Connection, Engine } from '../db/engine.ts'
import { isWhole, signatureOfTerms, termsOf } from '../db/search/indexed.ts'
import type { Table } from '../db/table.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import type { Check } from './check.ts'

export const searching: Check = {
  name: 'search',
  promise: 'Every record is found under its words, and nothing else is.',
  async run({ engine, connection, tables, pages }, protocol) {
    for (const table of tables) {
      if (!table.resource.hit) continue
      let wanted = 0
      for await (const records of pages(table.resource as Resource)) {
        const present = records.filter(({ removedAt }) => removedAt === null)
        protocol.looked(present.length)
        for (const record of present) {
          const terms = termsOf(table, record as AnyRecord)
          wanted += terms.size
          const missing = terms.difference(await kept(engine, connection, table, record.id, terms))
          if (missing.size > 0) protocol.fault(record.id, `It is not found under "${[...missing][0]}".`)
        }
      }
      protocol.expect(
        table.name,
        'the number of words that lead to it',
        await countOf(engine, connection, table),
        wanted,
      )
    }
  },
}

/**
 * Those terms under which the record is found, with a signature that has all of its words. A word must be in the
 * dictionary too.
 */
async function kept(
  { builder }: Engine,
  connection: Connection,
  { name }: Table,
  id: string,
  all: ReadonlySet<string>,
): Promise<Set<string>> {
  if (all.size === 0) return new Set()
  const [terms, signature] = [[...all], signatureOfTerms(all)]
  const postings = builder
    .selectFrom('postings')
    .select('term')
    .where('kind', '=', name)
    .where('record', '=', id)
    .where(sql<SqlBool>`("signature" & ${signature}) = ${signature}`)
  const found = (await connection.query(postings.where('term', 'in', terms).compile())).map(([term]) => term as string)
  const words = builder.selectFrom('terms').select('term').where('term', 'in', terms)
  const known = new Set((await connection.query(words.compile())).map(([term]) => term as string))
  return new Set(found.filter((term) => isWhole(term) || known.has(term)))
}

async function countOf({ builder }: Engine, connection: Connection, { name }: Table): Promise<number> {
  const count = builder
    .selectFrom('postings')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('kind', '=', name)
  const [row] = await connection.query(count.compile())
  return Number(row![0])
}
