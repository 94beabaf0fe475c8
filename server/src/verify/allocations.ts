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
    for (const name of await namesOf(snapshot, 'target')) await checkTargets(snapshot, name, protocol)
    for (const name of await namesOf(snapshot, 'source')) await checkTakenBack(snapshot, name, protocol)
  },
}

/** The resources on one side of the ledger. */
async function namesOf({ engine, connection }: Snapshot, side: 'source' | 'target'): Promise<string[]> {
  const names = engine.builder.selectFrom(allocations.name).select(`${side}_resource`).distinct()
  return (await connection.query(names.compile())).map(([name]) => name as string)
}

async function checkTargets(snapshot: Snapshot, name: string, protocol: Protocol): Promise<void> {
  const rows = snapshot.engine.builder.selectFrom(`${allocations.name} as row`).where('row.target_resource', '=', name)
  const isKnown = snapshot.tables.some(({ resource }) => resource.name === name && isOpenItem(resource))
  const lost = isKnown
    ? rows.leftJoin(`${name} as item`, 'item.id', 'row.target_id').where('item.id', 'is', null)
    : rows
  protocol.faults(await snapshot.offenders(lost), `Its target is none of the open items (${name}).`)
}

/** Of a payment that was taken back, the ledger keeps both sides. */
async function checkTakenBack(
  { engine, connection, tables }: Snapshot,
  name: string,
  protocol: Protocol,
): Promise<void> {
  const rows = engine.builder.selectFrom(`${allocations.name} as row`).where('row.source_resource', '=', name)
  const isKnown = tables.some((table) => table.name === name)
  const gone = isKnown
    ? rows.leftJoin(`${name} as source`, 'source.id', 'row.source_id').where('source.id', 'is', null)
    : rows
  const unbalanced = gone
    .groupBy(['row.source_id', 'row.target_id', 'row.kind'])
    .select(({ fn }) => ['row.source_id', 'row.target_id', fn.sum('row.amount').as('rest')])
    .having(({ fn }) => fn.sum('row.amount'), '<>', 0)
  for (const [id, target, rest] of await connection.query(unbalanced.compile()))
    protocol.fault(String(id), `It is gone, but ${fromScaled(Number(rest))} of it is still allocated to ${target}.`)
}
