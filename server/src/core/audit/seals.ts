import { createHmac, hash } from 'node:crypto'
import type { Changes } from '../../model/changes.ts'
import { msg } from '../../model/message.ts'
import { type JsonText, jsonTextOf } from '../../model/text.ts'
import { Problem } from '../problem.ts'
import { type AuditEntry, auditLog } from './audit-log.resource.ts'

/** An entry before it is sealed. */
export type Statement = Pick<
  AuditEntry,
  | 'createdAt'
  | 'actor'
  | 'actorName'
  | 'credential'
  | 'address'
  | 'requestId'
  | 'serverRequestId'
  | 'action'
  | 'resource'
  | 'recordId'
  | 'recordVersion'
  | 'operation'
> &
  Partial<Pick<AuditEntry, 'position'>> & { readonly diff: AuditEntry['diff'] | JsonText }

/** The last entry of a chain. */
export type Link = Pick<AuditEntry, 'sequence' | 'hash'>

/** Covers the entry and all before it: changing or removing any of them changes every later seal. */
export function sealOf(key: Buffer, previous: string, sequence: number, entry: Statement): string {
  const { createdAt, actor, actorName, credential, address, requestId } = entry
  const { action, resource, recordId, operation, diff } = entry
  const who = [createdAt, actor, actorName, credential, address, requestId]
  // Entries from before the server made ids of its own have none, and are sealed without.
  const own = entry.serverRequestId ? [entry.serverRequestId] : []
  // Likewise those from before there was a change feed.
  const feed = entry.position == null ? [] : [[entry.recordVersion, entry.position]]
  const head = JSON.stringify([previous, sequence, ...who, action, resource, recordId, operation, ...own, ...feed])
  const content = `${head.slice(0, -1)},${jsonTextOf(diff)}]`
  return createHmac('sha256', key).update(content).digest('hex')
}

export interface AuditKey {
  /** A digest of the key, by which a chain says what it is sealed with. */
  readonly id: string
  readonly key: Buffer
}

export const auditKeyOf = (key: Buffer): AuditKey => ({ id: hash('sha256', key).slice(0, 16), key })

/** The keys that seal audit entries: the one of the current secret, and those of earlier secrets. */
export class AuditKeys {
  readonly current: AuditKey
  readonly #all: ReadonlyMap<string, AuditKey>

  constructor(current: Buffer, earlier: readonly Buffer[] = []) {
    this.current = auditKeyOf(current)
    this.#all = new Map([current, ...earlier].map(auditKeyOf).map((key) => [key.id, key]))
  }

  find(id: string): AuditKey | undefined {
    return this.#all.get(id)
  }

  /** The key that sealed an entry. */
  sealing(previous: string, entry: AuditEntry): AuditKey | undefined {
    return this.#all.values().find(({ key }) => sealOf(key, previous, entry.sequence, entry) === entry.hash)
  }

  /**
   * The key that the next entry of a chain is sealed with. A node that was started with the previous secret goes on with the
   * current one if it knows it. Otherwise it must not write: `kontor verify` would report its entries as forged.
   */
  toContinue(id: string | null): AuditKey {
    const key = id === null ? this.current : this.#all.get(id)
    if (key) return key
    const message = msg`KONTOR_SECRET has been changed on another node. Restart this one with the same secret.`
    throw new Problem('UNAVAILABLE', { text: message })
  }
}

export const KEY_CHANGED = 'change-secret'

export const isKeyChange = ({ action, resource }: Pick<AuditEntry, 'action' | 'resource'>): boolean =>
  action === KEY_CHANGED && resource === auditLog.name

/**
 * The entry with which a chain passes from one key to another. It is sealed by both, so that it takes both secrets to write
 * it: a stolen previous secret can neither continue the chain nor change what was written before. Without the earlier key,
 * which may be lost, `kontor verify` reports the entries before it as unverifiable.
 */
export function keyChange(now: string, last: Link, from: AuditKey | string, to: AuditKey) {
  const sequence = last.sequence + 1
  const ids = { key: [typeof from === 'string' ? from : from.id, to.id] as const }
  const statement = {
    createdAt: now,
    actor: null,
    actorName: null,
    credential: null,
    address: null,
    requestId: null,
    serverRequestId: null,
    action: KEY_CHANGED,
    resource: auditLog.name,
    recordId: null,
    recordVersion: null,
    operation: null,
  }
  const diff: Changes =
    typeof from === 'string'
      ? ids
      : { ...ids, seal: [null, sealOf(from.key, last.hash, sequence, { ...statement, diff: ids })] }
  const entry = { ...statement, diff }
  return { ...entry, sequence, hash: sealOf(to.key, last.hash, sequence, entry) }
}

/** The ids of the keys that a change leads from and to. */
export const keyIdsIn = ({ diff }: Pick<AuditEntry, 'diff'>) => (diff.key ?? []) as readonly (string | undefined)[]

/** Why the change of a key cannot be trusted; undefined if it can. Its own seal has been checked. */
export function keyChangeFault(keys: AuditKeys, previous: string, entry: AuditEntry): string | undefined {
  const { key, seal } = entry.diff
  const from = keys.find(String(keyIdsIn(entry)[0]))
  if (!seal) return 'The secret was changed without the previous one, so the entries before it cannot be checked.'
  if (!from) return 'The secret before it is not known, so the entries before it cannot be checked.'
  const expected = sealOf(from.key, previous, entry.sequence, { ...entry, diff: { key: key! } })
  return expected === seal[1] ? undefined : 'It does not carry the seal of the previous secret.'
}
