import type { Change, FinalState, StoredRecord } from './check.ts'
import { type AnyRecord, faultIn, RESOURCES, writtenOf } from './content.ts'
import type { Operation } from './history.ts'
import type { Target } from './target.ts'

const ENTRY_FIELDS = 'id,requestId,action,resource,recordId,recordVersion,changes'

/** A record that is created with one of these has reached none. */
const FIRST_STATUSES = new Set(['draft', 'active'])

/** All records of the business and all their changes. No client may write meanwhile. */
export async function readState(target: Target, operations: readonly Operation[]): Promise<FinalState> {
  const records = new Map<string, StoredRecord>()
  const store = (resource: string, record: AnyRecord, fault = faultIn(resource, record)) =>
    records.set(record.id, { ...writtenOf(resource, record), fault })
  for (const resource of RESOURCES)
    for await (const record of everyRecord(target, `/${resource}?perPage=100`)) store(resource, record)
  for (const { resource, id } of operations.flatMap(({ written = [] }) => written)) {
    if (records.has(id)) continue
    const { status, body } = await target.send(0, { method: 'GET', path: `/${resource}/${id}` })
    if (status === 200) store(resource, body.data, 'can be read by its id, but is not in the list')
  }
  return { records, changes: await readChanges(target) }
}

/** Only entries about a change of a record have a version. */
async function readChanges(target: Target): Promise<Change[]> {
  const resources = new Set(RESOURCES)
  const changes: Change[] = []
  const path = `/audit-log?perPage=100&fields=${ENTRY_FIELDS}`
  for await (const { id: entry, requestId: attempt, action, resource, ...record } of everyRecord(target, path)) {
    const { recordId: id, recordVersion: version, changes: diff } = record
    if (version === null || !resources.has(resource)) continue
    const status = diff?.status?.[1]
    const isReached = status && !(action === 'create' && FIRST_STATUSES.has(status))
    changes.push({ attempt, action, id, version, entry, resource, status: isReached ? status : undefined })
  }
  return changes
}

/** Page by page, behind a path with a query. */
export async function* everyRecord(target: Target, path: string): AsyncGenerator<AnyRecord> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await target.send(0, { method: 'GET', path: path + more })
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`)
    yield* body.data
    cursor = body.meta.nextCursor
  }
}
