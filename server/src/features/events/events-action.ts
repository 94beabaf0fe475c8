import { type Actor, authorise, type Guarded } from '../../core/access.ts'
import { readAction } from '../../core/action.ts'
import type { Cursors } from '../../core/lists/cursor.ts'
import { invalid, shown } from '../../core/lists/parameters.ts'
import type { Entry } from '../../core/rules.ts'
import { choice, flag, group, instant, integer, json, list, optionalJson, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import { defineResource } from '../../model/resource.ts'
import { ID_MAX } from '../../model/text.ts'
import { typesOf } from './event.ts'
import type { EventFilter } from './events-request.ts'
import { NOW, nextEvents } from './next-events.ts'

const LIMIT_MAX = 100
export const WAIT_MAX_SECONDS = 30
const CURSOR_MAX = 1000
const NAMES_MAX = 100

/** Not stored: it is read from the audit log. */
const events = defineResource({
  name: 'events',
  singular: 'event',
  idPrefix: 'evt',
  title: 'type',
  description: 'Every change of a record, in the order of the commits.',
  internal: true,
  fields: { type: text() },
})

const eventFields = group(
  {
    id: text({ required: true, description: 'The same whenever the event is read.' }),
    cursor: text({ required: true, description: 'Sent as `after`, it continues behind this event.' }),
    type: text({
      required: true,
      description: 'The resource, and what has happened: `created`, `updated`, `deleted`, or the status reached.',
    }),
    resource: text({ required: true }),
    recordId: text({ required: true }),
    version: integer({ description: 'Of the record after the change; null for changes by older versions of Kontor.' }),
    at: instant({ required: true }),
    actor: text({ description: 'The user; null for the service itself.' }),
    requestId: text(),
    changedFields: list(text()),
    changes: json({ description: 'Before and after, by field.', example: { status: ['planned', 'done'] } }),
    record: optionalJson({ maybe: true, description: 'With `include=record`: as it is now; null if it is deleted.' }),
  },
  { typeName: 'Event' },
)

const READ: Guarded = { method: 'GET', access: 'read' }

interface EventsQuery {
  readonly after: string | null
  readonly resources: readonly string[]
  readonly types: readonly string[]
  readonly recordId: string | null
  readonly limit: number
  readonly include: readonly string[]
}

/** `GET /events`: the changes of all resources that the actor may read. */
export function eventsEntry(byName: ReadonlyMap<string, Entry>, cursors: Cursors): Entry {
  const action = readAction({
    name: 'list-events',
    method: 'GET',
    path: '',
    summary: 'Follow changes',
    description:
      'Every committed change of a record once, in an order in which the versions of a record ascend. With `Accept: text/event-stream` as server-sent events.',
    access: 'signed-in',
    scope: 'read',
    status: 200,
    isFollowed: true,
    problems: ['INVALID_CURSOR', 'OVERLOADED'],
    query: {
      after: text({
        max: CURSOR_MAX,
        description: `A cursor, or \`${NOW}\`. Without it, the first event comes first.`,
      }),
      resources: list(text(), { max: NAMES_MAX }),
      types: list(text(), {
        max: NAMES_MAX,
        description: '`<resource>.<what>`, or `<resource>.*`.',
      }),
      recordId: text({ max: ID_MAX }),
      limit: integer({ default: LIMIT_MAX, min: 1, max: LIMIT_MAX }),
      wait: integer({
        default: 0,
        min: 0,
        max: WAIT_MAX_SECONDS,
        description: 'How many seconds to wait for an event if there is none.',
      }),
      named: flag({
        default: false,
        description: 'Of server-sent events: each with an `event` line, for listeners of single types.',
      }),
      include: list(choice(['record']), { description: '`record`: with the record as it is now.' }),
    },
    output: list(eventFields),
    meta: {
      cursor: text({
        required: true,
        description: 'To be sent as `after`. It also moves past changes that are left out.',
      }),
      hasMore: flag({ required: true, description: 'Whether to go on at once. A page may be short, or empty.' }),
    },
    async run({ actor, records, now }, { input }) {
      const { after, limit, include, ...query } = input as unknown as EventsQuery
      const filter = filterOf(actor, byName, query)
      const request = { actor, after: after ?? undefined, filter, limit, includeRecord: include.includes('record') }
      const next = await nextEvents({ byName, cursors, now }, records, request)
      return { data: next.events, meta: { cursor: next.cursor, hasMore: next.hasMore } }
    },
  })
  return { resource: events, path: 'events', actions: [action] }
}

type Asked = Pick<EventsQuery, 'resources' | 'types' | 'recordId'>

/** A resource or type that is named must exist, and the actor must be allowed to read it. */
function filterOf(
  actor: Actor,
  byName: ReadonlyMap<string, Entry>,
  { resources, types, recordId }: Asked,
): EventFilter {
  for (const name of resources) {
    if (!byName.has(name))
      throw invalid(
        'resources',
        msg`resources contains ${shown(name)}, which has no events.${didYouMean(name, byName.keys())}`,
      )
  }
  const known = new Map([...byName.values()].flatMap(({ resource }) => knownTypesOf(resource)))
  for (const type of types) {
    if (!known.has(type))
      throw invalid(
        'types',
        msg`types contains ${shown(type)}, which is no type of event.${didYouMean(type, known.keys())}`,
      )
  }
  for (const name of new Set([...resources, ...types.map((type) => known.get(type)!)]))
    authorise(actor, byName.get(name)!.resource, READ)
  return {
    ...(resources.length > 0 && { resources }),
    ...(types.length > 0 && { types }),
    ...(recordId !== null && { recordId }),
  }
}

const knownTypesOf = (resource: Entry['resource']): [type: string, resource: string][] =>
  [...typesOf(resource), `${resource.name}.*`].map((type) => [type, resource.name])
