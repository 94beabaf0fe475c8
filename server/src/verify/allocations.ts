import { fromScaled } from '../model/money.ts'
import { isOpenItem } from '../resources/documents/document-type.ts'
import { allocations } from '../resources/documents/open-items/allocations.resource.ts'
import { payments } from '../resources/payments/payments.resource.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

export const allocating: Check = {
  name: 'allocations',
  promise: 'All of a payment is allocated, each allocation to an open item, and nothing of what was taken back.',
  async run(snapshot, protocol) {
    for await (const page of snapshot.pages(payments)) {
      protocol.looked(page.length)
      const ids = page.map(({ id }) => id)
      const allocated = await snapshot.reads.totals(allocations, 'amount', 'source.id' as never, ids, [])
      for (const { id, amount } of page) protocol.expect(id, 'what is allocated of it', allocated.get(id) ?? 0, amount)
    }
    for (const side of ['source', 'target'] as const) await checkSide(snapshot, side, protocol)
  },
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
