import assert from 'node:assert/strict'
import type { Answer, CallOptions, Kontor } from './kontor.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** Entries of the audit log that answer to the query, the oldest first. */
export async function auditLog(kontor: Kontor, query: string, options?: CallOptions): Promise<AnyRecord[]> {
  const { status, body, text } = await kontor.get(`/audit-log?order=asc&perPage=100&${query}`, options)
  assert.equal(status, 200, text)
  return body.data
}

/** What one request has left in the log. */
export const trailOf = (kontor: Kontor, { headers }: Answer): Promise<AnyRecord[]> =>
  auditLog(kontor, `requestId=${headers['x-request-id']}`)

/** What it did, and to what: `update items`. */
export const deedsOf = (entries: readonly AnyRecord[]): string[] =>
  entries.map(({ action, resource }) => `${action} ${resource}`).sort()
