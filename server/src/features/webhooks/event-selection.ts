import { type Actor, covers, mayRead, permissionFor } from '../../core/access.ts'
import { shown } from '../../core/lists/parameters.ts'
import { filterableOf } from '../../core/lists/parse-list.ts'
import type { Detail } from '../../model/input.ts'
import { Fault, type ScalarField } from '../../model/kinds/field-kind.ts'
import { msg, recordsName } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import { type FeedEvent, typesOf } from '../events/event.ts'
import type { Webhook } from './webhooks.resource.ts'

export const EVERYTHING = '*'
const ALL_OF_RESOURCE = '.*'

type Selection = Pick<Webhook, 'events' | 'filter'>

/** The types for the change feed; undefined for all. */
export const typesFor = ({ events }: Selection): readonly string[] | undefined =>
  events.includes(EVERYTHING) ? undefined : events

const resourceIn = (type: string): string => type.slice(0, type.indexOf('.'))

export function eventFaults(subjects: readonly Resource[], { events }: Selection): Detail[] {
  const known = subjects.flatMap((resource) => [`${resource.name}${ALL_OF_RESOURCE}`, ...typesOf(resource)])
  return events.flatMap((type, index) =>
    type === EVERYTHING || known.includes(type)
      ? []
      : [{ field: `events[${index}]`, message: msg`There is no event "${type}".${didYouMean(type, known)}` }],
  )
}

/** Faults of the filter: a field that the resource does not have or the actor does not see, or a value it cannot have. */
export function filterFaults(subjects: readonly Resource[], actor: Actor, { events, filter }: Selection): Detail[] {
  const entries = Object.entries(filter ?? {})
  if (entries.length === 0) return []
  const names = [...new Set(events.map(resourceIn))]
  const resource = names.length === 1 ? subjects.find(({ name }) => name === names[0]) : undefined
  if (!resource || !mayRead(actor, resource))
    return [{ field: 'filter', message: msg`A filter needs events of one resource that you may read.` }]
  const { hidden } = permissionFor(actor, resource)
  const fields = filterableOf(resource)
  return entries.flatMap(([path, text]) => {
    const field = path.includes('.') && isOfLines(path, resource) ? undefined : fields.get(path)
    const fault = field && !covers(hidden, path) ? wantedValue(field, text) : undefined
    if (fault instanceof Fault) return [{ field: `filter.${path}`, message: msg`${path} ${fault.message}.` }]
    if (fault !== undefined) return []
    const hint = didYouMean(path, [...fields.keys()])
    return [
      { field: `filter.${path}`, message: msg`${recordsName(resource)} cannot be filtered by ${shown(path)}.${hint}` },
    ]
  })
}

/** A record has many lines, which have no one value. */
const isOfLines = (path: string, { fields }: Resource): boolean =>
  fields[path.slice(0, path.indexOf('.'))]?.kind.structure === 'rows'

/** `null` asks for records without a value. */
const wantedValue = ({ kind, options }: ScalarField, text: string): unknown =>
  text === 'null' ? null : kind.filterValue(text, options)

/** Whether an event is to be sent. A deleted record has no values any more, so its deletion always is. */
export function isSelected(subjects: readonly Resource[], { filter }: Selection, event: FeedEvent): boolean {
  const { record } = event
  if (!filter || !record) return true
  const fields = filterableOf(subjects.find(({ name }) => name === event.resource)!)
  return Object.entries(filter).every(([path, text]) => {
    const field = fields.get(path)
    return field !== undefined && isSame(valueAt(record as AnyRecord, path), wantedValue(field, text))
  })
}

/** Lists compare texts without regard to case. */
const isSame = (value: unknown, wanted: unknown): boolean =>
  typeof value === 'string' && typeof wanted === 'string'
    ? value.toLowerCase() === wanted.toLowerCase()
    : value === wanted
