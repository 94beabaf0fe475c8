import type { Condition } from '../../core/lists/list-query.ts'
import { systemIn } from '../../model/keys/external-ids.ts'
import { keptCounts, tallyKeyOf } from '../counts/tallies.ts'
import type { Table } from '../table.ts'
import { columnAt, composed, isIndexed, lineColumnAt, linesAt, partsOf } from './conditions.ts'
import type { Lead, Listing } from './listing.ts'

/** Up to this many rows are examined without looking for a better access path. */
export const FEW = 2000

/** Upper bounds of the size of a list, without counting it. */
export interface Sizes {
  /** The number of records in the table. */
  readonly all: number
  /** Changes with every write that may affect the list. */
  readonly version: string
  /** Filters that an index can be searched by, and the number of records that match each: the most selective first. */
  readonly leads: readonly SizedLead[]
}

interface SizedLead {
  readonly lead: Lead
  readonly size: number
}

export async function sizesOf(listing: Listing): Promise<Sizes> {
  const { engine, connection, table, query, scope } = listing
  const keyOf = (condition: Condition) => tallyKeyOf(table, { conditions: [condition], words: [] })
  const counted = query.conditions.filter((condition) => keyOf(condition) !== undefined)
  const kept = await keptCounts(engine, connection, table, query, scope.isWhole)
  const leads: SizedLead[] = counted.map((condition) => ({
    lead: [condition],
    size: kept.counts.get(keyOf(condition)!) ?? 0,
  }))
  if (kept.all > FEW && leads.every(({ size }) => size > FEW)) {
    const others = query.conditions.filter((condition) => !counted.includes(condition))
    for (const lead of leadsAmong(table, others)) leads.push(...(await sized(listing, lead, kept.all)))
  }
  return { ...kept, leads: leads.sort((a, b) => a.size - b.size) }
}

/** Conditions on one column; or all conditions on the lines, since one line must satisfy all of them. */
function leadsAmong(table: Table, conditions: readonly Condition[]): Lead[] {
  const groups = Map.groupBy(conditions, ({ path }) => linesAt(table, path)?.name ?? path)
  return [...groups.values()].flatMap((group) => {
    const leading = group.filter((condition) => canLead(table, condition))
    if (leading.length === 0) return []
    return [(linesAt(table, group[0]!.path) ? group : leading) as unknown as Lead]
  })
}

function canLead(table: Table, { path, operator, values }: Condition): boolean {
  if (operator === 'ne' || operator === 'like' || values.includes(null)) return false
  if (systemIn(path) !== undefined) return true
  const lines = linesAt(table, path)
  return path === 'createdAt' || path === 'id' || isIndexed(lines ? lineColumnAt(lines, path) : columnAt(table, path))
}

/** Stops counting at FEW. A single value is returned even if it has more. */
async function sized({ engine, connection, table }: Listing, lead: Lead, all: number): Promise<SizedLead[]> {
  const parts = partsOf(engine, table, { conditions: lead, words: [] })
  const count = composed(engine, `few of ${table.name}`, parts, [FEW + 1], (where, [most]) => {
    const found = engine.builder.selectFrom(table.name).select('id').where(where).limit(most!)
    return engine.builder.selectFrom(found.as('found')).select(({ fn }) => fn.countAll().as('total'))
  })
  const [row] = await connection.query(count)
  const size = Number(row![0])
  if (size <= FEW) return [{ lead, size }]
  return lead[0].operator === 'eq' && !linesAt(table, lead[0].path) ? [{ lead, size: all }] : []
}
