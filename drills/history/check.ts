import type { Violation } from '../framework/summary.ts'
import type { Operation, Written } from './history.ts'

/** An entry of the audit log about a change of a record. */
export interface Change {
  /** The X-Request-Id of the attempt that has made it; null if the server made it by itself. */
  readonly attempt: string | null
  readonly action: 'create' | 'update' | 'delete'
  readonly id: string
  readonly version: number
  /** The id of the entry. */
  readonly entry: string
  readonly resource: string
  /** The status that the record has reached. */
  readonly status?: string | undefined
}

/** A record as it was read at the end. */
export interface StoredRecord extends Written {
  /** What is missing in it. */
  readonly fault?: string | undefined
}

/** Everything that is stored, read through HTTP when no client writes any more. */
export interface FinalState {
  readonly records: ReadonlyMap<string, StoredRecord>
  readonly changes: readonly Change[]
}

/** What must hold of any history, in the manner of Jepsen's checkers. */
export function checkHistory(operations: readonly Operation[], state: FinalState): Violation[] {
  const log = indexOf(state.changes)
  const byMark = new Map(operations.map((operation) => [operation.mark, operation]))
  return [
    ...operations.flatMap((operation) => checkOperation(operation, log, state)),
    ...[...state.records.values()].flatMap((record) => checkRecord(record, log, byMark)),
    ...checkVersions(operations),
  ]
}

interface ChangeLog {
  readonly byMark: ReadonlyMap<string, readonly Change[]>
  readonly byId: ReadonlyMap<string, readonly Change[]>
}

const markOf = (attempt: string) => attempt.replace(/\.\d+$/, '')

function indexOf(changes: readonly Change[]): ChangeLog {
  const own = changes.filter(({ attempt }) => attempt !== null)
  return {
    byId: Map.groupBy(changes, ({ id }) => id),
    byMark: Map.groupBy(own, ({ attempt }) => markOf(attempt!)),
  }
}

/** Two answers with the same version of a record tell the same. */
function checkVersions(operations: readonly Operation[]): Violation[] {
  const digests = new Map<string, string>()
  return operations.flatMap(({ mark, written = [] }) =>
    written.flatMap(({ id, version, digest }) => {
      const name = `version ${version} of ${id}`
      const other = digests.get(name)
      digests.set(name, digest)
      return other === undefined || other === digest
        ? []
        : [{ kind: 'double', text: `${name} was answered twice with different content, the second time to ${mark}` }]
    }),
  )
}

function checkOperation(operation: Operation, log: ChangeLog, state: FinalState): Violation[] {
  const { mark, method, path, outcome = 'unknown', status, code } = operation
  const changes = log.byMark.get(mark) ?? []
  const answer = [status, code].filter((part) => part !== undefined).join(' ') || 'without an answer'
  const found = (kind: string, text: string) => ({ kind, text: `${method} ${path} (${mark}, ${answer}): ${text}` })
  if (status === 500) return [found('server error', 'the server has failed')]
  if (outcome === 'fail')
    return changes.length === 0 ? [] : [found('wrongly there', `was refused, but has changed ${changes[0]!.id}`)]
  const attempts = new Set(changes.map(({ attempt }) => attempt))
  if (attempts.size > 1) return [found('double', `${attempts.size} of its attempts have changed something`)]
  const created = changes.filter(({ action }) => action === 'create').length
  if (changes.length > 0 && created < operation.creates)
    return [found('half-written', `has created ${created} of ${operation.creates} records`)]
  if (outcome === 'unknown') return []
  if (changes.length === 0 && !mayChangeNothing(operation)) return [found('lost', 'the audit log does not have it')]
  return operation.written!.flatMap((written) =>
    checkWritten(written, log, state).map(({ kind, text }) => found(kind, text)),
  )
}

/** A record that has the status already is acknowledged unchanged, and an import before its rows are brought in. */
const mayChangeNothing = ({ path }: Operation) => path.endsWith('/status') || path === '/imports'

/** An acknowledged version of a record must be in the log, and in the record unless a later change has replaced it. */
function checkWritten(written: Written, log: ChangeLog, state: FinalState): Violation[] {
  const { id, version } = written
  const changes = log.byId.get(id) ?? []
  if (!changes.some((change) => change.version === version))
    return [{ kind: 'lost', text: `version ${version} of ${id} is not in the audit log` }]
  const stored = state.records.get(id)
  if (!stored) {
    const isDeleted = changes.some(({ action }) => action === 'delete')
    return isDeleted ? [] : [{ kind: 'lost', text: `${id} is gone` }]
  }
  if (stored.version < version)
    return [{ kind: 'gone back', text: `${id} has version ${stored.version}, answered was ${version}` }]
  if (stored.version > version || stored.digest === written.digest) return []
  if (stored.lines !== written.lines)
    return [{ kind: 'half-written', text: `${id} has ${stored.lines} lines instead of ${written.lines}` }]
  return [{ kind: 'different', text: `version ${version} of ${id} is not as it was answered` }]
}

/** A stored record is whole, was created by a client, has the version of its last change, and was not deleted. */
function checkRecord(record: StoredRecord, log: ChangeLog, byMark: ReadonlyMap<string, Operation>): Violation[] {
  const { id, version, fault } = record
  if (fault) return [{ kind: 'half-written', text: `${id} ${fault}` }]
  const changes = log.byId.get(id) ?? []
  const creation = changes.find(({ action }) => action === 'create')
  if (!creation?.attempt || !byMark.has(markOf(creation.attempt)))
    return [{ kind: 'wrongly there', text: `no client has created ${id}` }]
  if (changes.some(({ action }) => action === 'delete'))
    return [{ kind: 'wrongly there', text: `${id} is there although it was deleted` }]
  const last = Math.max(...changes.map((change) => change.version))
  return last === version
    ? []
    : [{ kind: 'gone back', text: `${id} has version ${version}, its last change is ${last}` }]
}
