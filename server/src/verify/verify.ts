import { setImmediate as nextTurn } from 'node:timers/promises'
import { everyResource } from '../app/every-resource.ts'
import type { AuditKeys } from '../core/audit/seals.ts'
import type { Connection, Engine } from '../db/engine.ts'
import type { Resource } from '../model/resource.ts'
import { allocating } from './allocations.ts'
import { amounts } from './amounts.ts'
import { auditing } from './audit.ts'
import { type Check, type Finding, Protocol } from './check.ts'
import { creditClaims } from './credit-claims.ts'
import { externalIds } from './external-ids.ts'
import { numbers } from './numbers.ts'
import { openItems } from './open-items.ts'
import { progressing } from './progress.ts'
import { references } from './references.ts'
import { searching } from './search.ts'
import { openSnapshot } from './snapshot.ts'
import { sources } from './sources.ts'
import { statuses } from './statuses.ts'
import { stock } from './stock.ts'
import { stockSources } from './stock-sources.ts'
import { keptTotals } from './totals.ts'

/** Everything that must hold of the data at any time. */
export const checksWith = (auditKeys: AuditKeys | undefined): readonly Check[] => [
  numbers,
  amounts,
  sources,
  progressing,
  creditClaims,
  stock,
  stockSources,
  openItems,
  allocating,
  references,
  statuses,
  keptTotals,
  searching,
  externalIds,
  auditing(auditKeys),
]

/** What came of one check. */
export interface Verdict extends Pick<Check, 'name' | 'promise'> {
  readonly checked: number
  readonly violations: number
  /** The first few. */
  readonly findings: readonly Finding[]
}

/** Told while the checks run. */
export interface Onlooker {
  progress?(check: Check, checked: number): void
  done?(verdict: Verdict): void
}

/**
 * Looks at the database as it is at one moment, and changes nothing. Without the keys of the audit log, its entries are
 * counted but their seals are not checked.
 */
export function verify(
  engine: Engine,
  onlooker: Onlooker = {},
  auditKeys?: AuditKeys,
  resources: readonly Resource[] = everyResource(),
): Promise<Verdict[]> {
  return engine.snapshot(async (connection) => {
    const snapshot = openSnapshot(engine, interruptible(connection), resources)
    const verdicts: Verdict[] = []
    for (const check of checksWith(auditKeys)) {
      const protocol = new Protocol((checked) => onlooker.progress?.(check, checked))
      await check.run(snapshot, protocol)
      const { name, promise } = check
      const { checked, violations, findings } = protocol
      const verdict = { name, promise, checked, violations, findings }
      onlooker.done?.(verdict)
      verdicts.push(verdict)
    }
    return verdicts
  })
}

/** The embedded database answers at once: without a turn of the event loop in between, no signal would be handled. */
const interruptible = (connection: Connection): Connection => ({
  async query(query) {
    await nextTurn()
    return connection.query(query)
  },
})
