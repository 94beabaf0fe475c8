import { createHmac } from 'node:crypto'
import { type JsonText, jsonTextOf } from '../../model/text.ts'
import { type Frame, type NewRecord, type Records, wholeFrame } from '../store.ts'
import { type AuditEntry, auditChains, auditLog } from './audit-log.resource.ts'

/** A single chain would make all writers of a shared database wait for each other. */
export const CHAINS = 8
export const chainId = (chain: number): string => `chn_${chain}`

/** An entry before it is sealed. */
export type Statement = Pick<
  AuditEntry,
  | 'createdAt'
  | 'actor'
  | 'actorName'
  | 'credential'
  | 'address'
  | 'requestId'
  | 'action'
  | 'resource'
  | 'recordId'
  | 'operation'
> & { readonly diff: AuditEntry['diff'] | JsonText }

/** Covers the entry and all before it: changing or removing any of them changes every later seal. */
export function sealOf(key: Buffer, previous: string, sequence: number, entry: Statement): string {
  const { createdAt, actor, actorName, credential, address, requestId } = entry
  const { action, resource, recordId, operation, diff } = entry
  const who = [createdAt, actor, actorName, credential, address, requestId]
  const head = JSON.stringify([previous, sequence, ...who, action, resource, recordId, operation])
  const content = `${head.slice(0, -1)},${jsonTextOf(diff)}]`
  return createHmac('sha256', key).update(content).digest('hex')
}

/** The entries of one request. */
export interface Entries {
  readonly frame: Frame
  readonly entries: readonly Statement[]
}

/** Adds the entries of all requests of a transaction to one of the chains, which stays locked until the transaction ends. */
export async function append(
  recordsFor: (frame: Frame) => Records,
  key: Buffer,
  requests: readonly Entries[],
): Promise<void> {
  const chain = Math.floor(Math.random() * CHAINS)
  const service = recordsFor(wholeFrame(requests[0]!.frame.now))
  const head = await service.lock(auditChains, chainId(chain))
  let { sequence, hash } = head
  for (const { frame, entries } of requests) {
    const records = recordsFor(frame)
    for (const entry of entries) {
      sequence++
      hash = sealOf(key, hash, sequence, entry)
      await records.insert(auditLog, { ...entry, hash, chain, sequence } as unknown as NewRecord<typeof auditLog>)
    }
  }
  await service.update(auditChains, head, { sequence, hash })
}
