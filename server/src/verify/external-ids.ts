import { countExternalIds, hasExternalIds, recordWith } from '../db/external-ids.ts'
import { EXTERNAL_IDS, type ExternalIds, pathOfSystem } from '../model/keys/external-ids.ts'
import type { Resource } from '../model/resource.ts'
import type { Check } from './check.ts'

export const externalIds: Check = {
  name: 'external ids',
  promise: 'Every id in another system leads to the record that has it, and to nothing else.',
  async run({ engine, connection, tables, pages }, protocol) {
    for (const table of tables.filter(hasExternalIds)) {
      let count = 0
      for await (const records of pages(table.resource as Resource))
        for (const record of records.filter(({ removedAt }) => removedAt === null)) {
          const ids = Object.entries((record as unknown as Record<string, ExternalIds>)[EXTERNAL_IDS]!)
          count += ids.length
          protocol.looked(ids.length)
          for (const [system, id] of ids) {
            const found = await recordWith(engine, connection, table, pathOfSystem(system), id)
            if (found !== record.id) protocol.fault(record.id, `It is not found by ${pathOfSystem(system)} "${id}".`)
          }
        }
      const stored = await countExternalIds(engine, connection, table.name)
      protocol.expect(table.name, 'the number of ids that lead to it', stored, count)
    }
  },
}
