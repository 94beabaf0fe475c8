import { sql } from 'kysely'
import { fromScaled, sumOf } from '../model/money.ts'
import { heldBy, stockOf } from '../resources/documents/document-stock.ts'
import {
  type AnyDocument,
  type DocumentResource,
  isDocument,
  type StockOf,
} from '../resources/documents/document-type.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

interface Stocked {
  readonly resource: DocumentResource
  readonly rule: StockOf
}

/** The types of documents that change stock, each with how. */
export const stockedIn = ({ tables }: Snapshot): readonly Stocked[] =>
  tables.flatMap(({ resource }) => {
    const rule = isDocument(resource) ? stockOf(resource) : undefined
    return rule ? [{ resource: resource as DocumentResource, rule }] : []
  })

const MOVEMENTS = 'stock-movements'

export const stockSources: Check = {
  name: 'stock movements',
  promise:
    'Every document that moves stock is in the ledger with exactly what it says, and nothing else is there in its name.',
  async run(snapshot, protocol) {
    const posting = stockedIn(snapshot).filter(({ rule }) => rule.moves !== 'reserve')
    for (const stocked of posting) {
      for await (const page of snapshot.pages(stocked.resource))
        await checkPage(snapshot, stocked, page as never, protocol)
      await checkGone(snapshot, stocked.resource, protocol)
    }
    const { builder } = snapshot.engine
    const known = posting.map(({ resource }) => resource.name)
    const strays = builder.selectFrom(`${MOVEMENTS} as row`).where('row.source_resource', 'not in', known)
    protocol.faults(await snapshot.offenders(strays), 'It names a cause that moves no stock.')
    await checkDeliveries(snapshot, protocol)
  },
}

/** By document and item, what the ledger says of them. */
async function movedBy({ engine, connection }: Snapshot, { name }: DocumentResource, ids: readonly string[]) {
  const select = engine.builder
    .selectFrom(MOVEMENTS)
    .where('source_resource', '=', name)
    .where('source_id', 'in', ids)
    .groupBy(['source_id', 'item'])
    .select(({ fn }) => ['source_id', 'item', fn.sum('quantity').as('moved')])
  const rows = await connection.query(select.compile())
  return Map.groupBy(rows, ([id]) => id as string)
}

async function checkPage(
  snapshot: Snapshot,
  { resource, rule }: Stocked,
  page: readonly (AnyDocument & { readonly removedAt: string | null })[],
  protocol: Protocol,
): Promise<void> {
  const ids = page.map(({ id }) => id)
  const moved = await movedBy(snapshot, resource, ids)
  for (const document of page) {
    protocol.looked((document.items as readonly unknown[]).length)
    const kept = (moved.get(document.id) ?? []).map(
      ([, item, sum]) => [item as string, fromScaled(Number(sum))] as const,
    )
    const sums = Map.groupBy(heldBy(rule, document.removedAt ? undefined : document).values(), ({ item }) => item)
    const sign = rule.moves === 'out' ? -1 : 1
    const right = [...sums].map(([item, all]) => [item, sign * sumOf(all.map(({ quantity }) => quantity))] as const)
    protocol.expect(document.id, 'what the ledger says of it', inWords(kept), inWords(right))
  }
}

const inWords = (sums: readonly (readonly [item: string, quantity: number])[]) =>
  sums
    .filter(([, quantity]) => quantity !== 0)
    .map(([item, quantity]) => `${quantity} of ${item}`)
    .sort()
    .join(', ') || 'nothing'

/** Of a document that was deleted, the ledger keeps both sides. */
async function checkGone(
  { engine, connection }: Snapshot,
  { name }: DocumentResource,
  protocol: Protocol,
): Promise<void> {
  const unbalanced = engine.builder
    .selectFrom(`${MOVEMENTS} as entry`)
    .leftJoin(`${name} as document`, 'document.id', 'entry.source_id')
    .where('entry.source_resource', '=', name)
    .where('document.id', 'is', null)
    .groupBy(['entry.source_id', 'entry.item'])
    .select(({ fn }) => ['entry.source_id', 'entry.item', fn.sum('entry.quantity').as('rest')])
    .having(({ fn }) => fn.sum('entry.quantity'), '<>', 0)
  for (const [id, item, rest] of await connection.query(unbalanced.compile()))
    protocol.fault(String(id), `It is gone, but the ledger still moves ${fromScaled(Number(rest))} of ${item}.`)
}

/** A movement of a delivery names it twice: from the time before there were other causes. */
async function checkDeliveries({ engine, connection }: Snapshot, protocol: Protocol): Promise<void> {
  const named = sql<string>`coalesce(case when source_resource = 'deliveries' then source_id end, '')`
  const other = engine.builder
    .selectFrom(MOVEMENTS)
    .where(sql<string>`coalesce(delivery, '')`, '<>', named)
    .select(['id', 'source_id', 'delivery'])
  for (const [id, source, delivery] of await connection.query(other.compile()))
    protocol.expect(String(source ?? id), 'the delivery of its movement', delivery, source)
}
