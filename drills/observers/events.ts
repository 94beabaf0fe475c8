import type { Violation } from '../framework/summary.ts'
import type { Change } from '../history/check.ts'

/** An event as the feed tells it, or a webhook. */
export interface ToldEvent {
  readonly id: string
  readonly type: string
  readonly recordId: string
  readonly version: number | null
}

const VERBS = { create: 'created', update: 'updated', delete: 'deleted' } as const

/** The events that the entries of the audit log stand for, by id. A change that reaches a status has a second one. */
export function eventsIn(changes: readonly Change[]): Map<string, ToldEvent> {
  const events = changes.flatMap(({ entry, resource, action, id: recordId, version, status }): ToldEvent[] => {
    const id = `evt_${entry.slice(entry.indexOf('_') + 1)}`
    const change = { id, type: `${resource}.${VERBS[action]}`, recordId, version }
    return status ? [change, { id: `${id}-${status}`, type: `${resource}.${status}`, recordId, version }] : [change]
  })
  return new Map(events.map((event) => [event.id, event]))
}

export const textOf = ({ id, type, recordId, version }: ToldEvent): string =>
  `${id}: ${type} ${recordId}, version ${version}`

/** Events that the audit log does not have, or has otherwise. */
export function notInLog(
  kind: string,
  told: Iterable<ToldEvent>,
  expected: ReadonlyMap<string, ToldEvent>,
): Violation[] {
  return [...told].flatMap((event) => {
    const own = expected.get(event.id)
    if (!own) return [{ kind, text: `${textOf(event)}: the audit log does not have it` }]
    return textOf(own) === textOf(event) ? [] : [{ kind, text: `${textOf(event)}: the audit log has ${textOf(own)}` }]
  })
}
