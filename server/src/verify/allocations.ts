import { equals } from '../core/lists/list-query.ts'
import type { Allocating } from '../model/document.ts'
import { fromScaled, sumOf } from '../model/money.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import { isDocument, isIssued, isOpenItem } from '../resources/documents/document-type.ts'
import { allocationsIn, leftOf } from '../resources/documents/open-items/allocating-rules.ts'
import { allocations } from '../resources/documents/open-items/allocations.resource.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

export const allocating: Check = {
  name: 'allocations',
  promise:
    'A payment is what is allocated of it and what is left, each allocation is of an open item, and nothing is of what was taken back.',
  async run(snapshot, protocol) {
    for (const { resource } of snapshot.tables)
      if (resource.allocating)
        for await (const page of snapshot.pages(resource)) {
          protocol.looked(page.length)
          await checkAllocated(snapshot, resource.allocating, page, protocol)
          for (const record of page) checkLeft(resource, record, protocol)
        }
    for (const side of ['source', 'target'] as const) await checkSide(snapshot, side, protocol)
  },
}

async function checkAllocated(
  { reads }: Snapshot,
  allocating: Allocating,
  page: readonly AnyRecord[],
  protocol: Protocol,
): Promise<void> {
  const ids = page.map(({ id }) => id as string)
  for (const [part, kind] of Object.entries(allocating.kinds)) {
    const isOfKind = equals('kind', kind)
    const allocated = await reads.totals(allocations, 'amount', 'source.id' as never, ids, [isOfKind])
    for (const record of page) {
      const lines = sumOf(allocationsIn(record).map((line) => line[part] as number))
      const id = record.id as string
      protocol.expect(id, `what is allocated of it (${kind})`, allocated.get(id) ?? 0, lines)
    }
  }
}

/** Nothing is left of a draft, nor of what was called off. */
function checkLeft(resource: Resource, record: AnyRecord, protocol: Protocol): void {
  const counts = !isDocument(resource) || isIssued(resource, record.status as string)
  const left = counts ? leftOf(resource.allocating!, record) : 0
  protocol.expect(record.id as string, 'unallocated', record.unallocated, left)
}

/** Of what was taken back, the ledger keeps both sides: where a record is gone, its rows come to nothing. */
async function checkSide({ engine, connection, tables }: Snapshot, side: 'source' | 'target', protocol: Protocol) {
  const [resource, id] = [`row.${side}_resource`, `row.${side}_id`]
  const all = engine.builder.selectFrom(`${allocations.name} as row`)
  for (const [name] of await connection.query(all.select(resource).distinct().compile())) {
    const isKnown = tables.some((table) => table.name === name && (side === 'source' || isOpenItem(table.resource)))
    const some = all.where(resource, '=', name)
    const lost = isKnown ? some.leftJoin(`${name} as known`, 'known.id', id).where('known.id', 'is', null) : some
    const left = lost
      .groupBy(id)
      .select(({ fn }) => [id, fn.sum('row.amount').as('rest')])
      .having(({ fn }) => fn.sum('row.amount'), '<>', 0)
    for (const [record, rest] of await connection.query(left.compile()))
      protocol.fault(String(record), `It is no ${side} of allocations, but is one of ${fromScaled(Number(rest))}.`)
  }
}
