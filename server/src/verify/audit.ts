import { type AuditEntry, auditChains, auditLog } from '../core/audit/audit-log.resource.ts'
import { CHAINS, chainId, sealOf } from '../core/audit/audited-store.ts'
import type { Select } from '../db/engine.ts'
import { decodeRow, tableOf } from '../db/table.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

const PAGE_SIZE = 500

/** Entries that were changed, left out, put in or cut off show: each carries the seal of all before it. */
export const auditing = (key: Buffer | undefined): Check => ({
  name: 'audit log',
  promise: 'No entry of the audit log was changed, taken out or put in.',
  async run(snapshot, protocol) {
    const numbers = Array.from({ length: CHAINS }, (_, chain) => chain)
    const heads = await snapshot.reads.getMany(auditChains, numbers.map(chainId))
    for (const chain of numbers) {
      const id = chainId(chain)
      const head = heads.get(id) ?? { sequence: 0, hash: '' } // one that is gone knows of no entries
      const last = await walk(snapshot, chain, key, protocol)
      protocol.expect(id, 'the number of its entries', last.sequence, head.sequence)
      if (last.sequence === head.sequence) protocol.expect(id, 'the seal of its last entry', last.hash, head.hash)
    }
    protocol.faults(await snapshot.offenders(strays(snapshot)), 'It belongs to no chain.')
  },
})

/** Entries that no walk comes by. */
const strays = ({ engine }: Snapshot): Select =>
  engine.builder
    .selectFrom(`${auditLog.name} as row`)
    .where(({ eb, or }) => or([eb('row.chain', '<', 0), eb('row.chain', '>=', CHAINS), eb('row.sequence', '<', 1)]))

type Link = Pick<AuditEntry, 'sequence' | 'hash'>

/** Follows one chain from its first entry to its last. */
async function walk(snapshot: Snapshot, chain: number, key: Buffer | undefined, protocol: Protocol): Promise<Link> {
  let last: Link = { sequence: 0, hash: '' }
  for await (const entries of entriesOf(snapshot, chain)) {
    protocol.looked(entries.length)
    for (const entry of entries) {
      const isNext = entry.sequence === last.sequence + 1
      if (!isNext) protocol.fault(entry.id, `${entry.sequence - last.sequence - 1} entries before it are missing.`)
      // After a gap its seal cannot be checked, since it holds those that are missing.
      else if (key && sealOf(key, last.hash, entry.sequence, entry) !== entry.hash)
        protocol.fault(entry.id, 'Its seal does not fit: the entry, or one before it, was changed.')
      last = entry
    }
  }
  return last
}

async function* entriesOf({ engine, connection }: Snapshot, chain: number): AsyncGenerator<AuditEntry[]> {
  const { name, columns } = tableOf(auditLog)
  for (let last = 0; ; ) {
    const select = engine.builder
      .selectFrom(name)
      .select(columns.map((column) => column.name))
      .where('chain', '=', chain)
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(PAGE_SIZE)
    const rows = await connection.query(select.compile())
    if (rows.length === 0) return
    const entries = rows.map((row) => decodeRow(columns, row) as unknown as AuditEntry)
    yield entries
    last = entries.at(-1)!.sequence
  }
}
