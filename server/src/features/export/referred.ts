import { authorise, maySee, permissionFor, refuseHidden } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { linesOf, type Referred, referredName, type TableLayout } from './columns.ts'

const READ = { method: 'GET', access: 'read' } as const

/** The records whose unique fields the table shows. The actor must be allowed to read these, and sees only visible records. */
export async function referredIn(
  { actor, records }: Context<Reads>,
  layout: TableLayout,
  shown: readonly AnyRecord[],
): Promise<Referred> {
  const found = new Map<string, AnyRecord>()
  const named = layout.columns.filter(({ key }) => key !== undefined)
  for (const [target, columns] of Map.groupBy(named, ({ key }) => key!.reference.target)) {
    authorise(actor, target, READ)
    const fields = columns.map(({ key }) => key!.key)
    refuseHidden(permissionFor(actor, target), fields)
    const ids = columns.flatMap(({ valueIn }) =>
      shown.flatMap((record) => linesOf(layout, record).map((line) => valueIn(record, line))),
    )
    const wanted = [...new Set(ids)].filter((id) => typeof id === 'string')
    for (const [id, record] of await records.getMany(target, wanted))
      if (maySee(actor, target, record)) found.set(referredName(target.name, id), record as AnyRecord)
  }
  return found
}
