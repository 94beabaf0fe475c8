import { type AuditEntry, auditChains, auditLog } from '../../core/audit/audit-log.resource.ts'
import { CHAINS, chainId } from '../../core/audit/audited-store.ts'
import type { Reads } from '../../core/store.ts'

const NUMBERS = Array.from({ length: CHAINS }, (_, chain) => chain)
/** A chain may hold more than its share of what comes next. */
const SPARE = 8

/** The number of entries in each chain. */
export async function headsOf(records: Reads): Promise<number[]> {
  const heads = await records.getMany(auditChains, NUMBERS.map(chainId))
  return NUMBERS.map((chain) => heads.get(chainId(chain))?.sequence ?? 0)
}

/** What was read of one chain and not yet taken. */
class Buffer {
  readonly chain: number
  readonly head: number
  #last: number
  #entries: readonly AuditEntry[] = []
  #next = 0

  constructor(chain: number, after: number, head: number) {
    this.chain = chain
    this.head = head
    this.#last = after
  }

  get first(): AuditEntry | undefined {
    return this.#entries[this.#next]
  }

  get isShort(): boolean {
    return !this.first && this.#last < this.head
  }

  async fill(records: Reads, count: number): Promise<void> {
    this.#entries = await records.beyond(auditLog, { chain: this.chain }, 'sequence', this.#last, count)
    this.#next = 0
    this.#last = this.#entries.at(-1)?.sequence ?? this.head
  }

  take(): AuditEntry {
    return this.#entries[this.#next++]!
  }
}

/**
 * The next entries beyond these sequences, in the order of the feed: those of each chain in theirs, and of the chains the
 * one with the smallest position first. All reads must see one snapshot.
 */
export async function entriesBeyond(
  records: Reads,
  after: readonly number[],
  heads: readonly number[],
  most: number,
): Promise<AuditEntry[]> {
  const buffers = NUMBERS.map((chain) => new Buffer(chain, after[chain]!, heads[chain]!))
  const entries: AuditEntry[] = []
  while (entries.length < most) {
    const short = buffers.filter(({ isShort }) => isShort)
    const count = Math.ceil((most - entries.length) / CHAINS) + SPARE
    if (short.length > 0) await Promise.all(short.map((buffer) => buffer.fill(records, count)))
    const filled = buffers.filter(({ first }) => first)
    if (filled.length === 0) break
    entries.push(filled.reduce((least, buffer) => (isBefore(buffer.first!, least.first!) ? buffer : least)).take())
  }
  return entries
}

/** Entries of before there were positions come first, in the order of their ids. */
function isBefore(a: AuditEntry, b: AuditEntry): boolean {
  const [left, right] = [a.position ?? 0, b.position ?? 0]
  return left === right ? a.id < b.id : left < right
}
