import { type AuditEntry, auditChains, auditLog } from '../core/audit/audit-log.resource.ts'
import { CHAINS, chainId } from '../core/audit/audited-store.ts'
import {
  type AuditKey,
  type AuditKeys,
  isKeyChange,
  keyChangeFault,
  keyIdsIn,
  type Link,
  sealOf,
} from '../core/audit/seals.ts'
import type { Select } from '../db/engine.ts'
import { decodeRow, tableOf } from '../db/table.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

const PAGE_SIZE = 500

/** Entries that were changed, left out, put in or cut off show: each carries the seal of all before it. */
export const auditing = (keys: AuditKeys | undefined): Check => ({
  name: 'audit log',
  promise: 'No entry of the audit log was changed, taken out or put in.',
  async run(snapshot, protocol) {
    const numbers = Array.from({ length: CHAINS }, (_, chain) => chain)
    const heads = await snapshot.reads.getMany(auditChains, numbers.map(chainId))
    for (const chain of numbers) {
      const id = chainId(chain)
      const head = heads.get(id) ?? { sequence: 0, hash: '' } // one that is gone knows of no entries
      const seals = keys && new SealCheck(keys)
      const last = await walk(snapshot, chain, seals, protocol)
      protocol.expect(id, 'the number of its entries', last.sequence, head.sequence)
      if (last.sequence === head.sequence) protocol.expect(id, 'the seal of its last entry', last.hash, head.hash)
      if (seals?.isOutdated) protocol.fault(id, OUTDATED)
    }
    protocol.faults(await snapshot.offenders(strays(snapshot)), 'It belongs to no chain.')
  },
})

const OUTDATED =
  'Its last entry is sealed by a previous secret. Start the server once with the current one; if that has been done, entries are missing.'

/** Entries that no walk comes by. */
const strays = ({ engine }: Snapshot): Select =>
  engine.builder
    .selectFrom(`${auditLog.name} as row`)
    .where(({ eb, or }) => or([eb('row.chain', '<', 0), eb('row.chain', '>=', CHAINS), eb('row.sequence', '<', 1)]))

/** Checks the seals of one chain. An earlier key is accepted only until the entry that replaces it. */
class SealCheck {
  readonly #keys: AuditKeys
  /** Not known at the beginning, and after a gap, in which it may have changed. */
  #active: AuditKey | undefined

  constructor(keys: AuditKeys) {
    this.#keys = keys
  }

  get isOutdated(): boolean {
    return this.#active !== undefined && this.#active.id !== this.#keys.current.id
  }

  skip(): void {
    this.#active = undefined
  }

  faultOf(previous: string, entry: AuditEntry): string | undefined {
    if (isKeyChange(entry)) return this.#changeFault(previous, entry)
    const sealing = this.#active ?? this.#keys.sealing(previous, entry)
    if (!sealing || sealOf(sealing.key, previous, entry.sequence, entry) !== entry.hash) return CHANGED
    this.#active = sealing
    return undefined
  }

  #changeFault(previous: string, entry: AuditEntry): string | undefined {
    const [from, to] = keyIdsIn(entry)
    const sealing = this.#keys.sealing(previous, entry)
    if (!sealing || sealing.id !== to || (this.#active && this.#active.id !== from)) return CHANGED
    this.#active = sealing
    return keyChangeFault(this.#keys, previous, entry)
  }
}

const CHANGED = 'Its seal does not fit: the entry, or one before it, was changed.'

/** Follows one chain from its first entry to its last. */
async function walk(
  snapshot: Snapshot,
  chain: number,
  seals: SealCheck | undefined,
  protocol: Protocol,
): Promise<Link> {
  let last: Link = { sequence: 0, hash: '' }
  for await (const entries of entriesOf(snapshot, chain)) {
    protocol.looked(entries.length)
    for (const entry of entries) {
      const isNext = entry.sequence === last.sequence + 1
      if (!isNext) {
        protocol.fault(entry.id, `${entry.sequence - last.sequence - 1} entries before it are missing.`)
        seals?.skip() // the seal of this entry cannot be checked, since it covers those that are missing
      } else {
        const fault = seals?.faultOf(last.hash, entry)
        if (fault) protocol.fault(entry.id, fault)
      }
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
