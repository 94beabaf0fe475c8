import { equals } from '../core/lists/list-query.ts'
import { sumOf } from '../model/money.ts'
import type { AnyRecord } from '../model/resource.ts'
import { isIssued, isOpenItem, type OpenItemResource } from '../resources/documents/document-type.ts'
import { type AllocationKind, allocations } from '../resources/documents/open-items/allocations.resource.ts'
import { allocatedTo, settlementOf } from '../resources/documents/open-items/settlement.ts'
import type { Check, Protocol } from './check.ts'
import type { Kept, Snapshot } from './snapshot.ts'

export const openItems: Check = {
  name: 'open items',
  promise:
    'What is settled of an invoice is the sum of its allocations, never more than its total, and decides its status.',
  async run(snapshot, protocol) {
    for (const { resource } of snapshot.tables)
      if (isOpenItem(resource))
        for await (const page of snapshot.pages(resource)) {
          protocol.looked(page.length)
          await checkAllocated(snapshot, resource, page, protocol)
          for (const item of page) checkSettled(resource, item, protocol)
        }
  },
}

async function checkAllocated(
  { reads }: Snapshot,
  { document: { openItem } }: OpenItemResource,
  page: readonly AnyRecord[],
  protocol: Protocol,
): Promise<void> {
  const ids = page.map(({ id }) => id as string)
  for (const [kind, { field }] of Object.entries(openItem.settledBy)) {
    const sumBy = (side: 'source' | 'target') =>
      reads.totals(allocations, 'amount', `${side}.id` as never, ids, [equals('kind', kind as AllocationKind)])
    const [taken, given] = [await sumBy('source'), await sumBy('target')]
    for (const item of page) {
      const id = item.id as string
      protocol.expect(id, field, item[field], sumOf([taken.get(id) ?? 0, given.get(id) ?? 0]))
    }
  }
}

function checkSettled(resource: OpenItemResource, item: Kept<OpenItemResource>, protocol: Protocol): void {
  const { id, removedAt } = item
  const known = item as AnyRecord
  protocol.atMost(id, 'what is allocated to it', allocatedTo(resource, known), known.total as number)
  for (const [name, right] of Object.entries(settlementOf(resource, known)))
    protocol.expect(id, name, known[name], right)
  if (removedAt !== null && isIssued(resource, known.status as string))
    protocol.fault(id, 'It is removed, but not cancelled.')
}
