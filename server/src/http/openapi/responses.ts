import { STATUS_CODES } from 'node:http'
import { type Action, answeredBy, canDryRun } from '../../core/action.ts'
import type { Entry } from '../../core/rules.ts'
import { group } from '../../model/fields.ts'
import type { Resource } from '../../model/resource.ts'
import type { Writer } from './components.ts'
import { listEnvelope, recordEnvelope, successSchema, writeMetaOf } from './envelopes.ts'
import { headersWith, successHeaders } from './headers.ts'
import { operationIdOf, outputNameOf, type Part, pascalCase, recordNameOf } from './names.ts'
import { refusalResponses } from './refusal-responses.ts'
import { problemsOf } from './refusals.ts'
import { outputSchema, recordSchema, withExamples } from './schemas.ts'
import { answerOf, isCacheable, isReplayable } from './traits.ts'

/** Everything that an action can answer with, by status. */
export function responsesOf(writer: Writer, entry: Entry, action: Action): Part {
  const { share } = writer.components
  const unchanged = () => ({
    description: 'The record is still as the client has it.',
    headers: headersWith(writer, 'ETag'),
  })
  return {
    ...(answerOf(action) === 'nothing' && canDryRun(action) && { 200: dryRunOf(writer) }),
    [action.status]: successOf(writer, entry, action),
    ...(isCacheable(action) && { 304: share('responses', unchanged(), 'NotModified') }),
    ...refusalResponses(writer, operationIdOf(entry, action), problemsOf(entry, action)),
  }
}

/** Where there is nothing else to answer. */
const dryRunOf = ({ components }: Writer): Part => {
  const schema = {
    ...successSchema({ data: { type: 'null' }, meta: writeMetaOf(components) }),
    examples: [{ success: true, data: null, meta: { dryRun: true, effects: [] } }],
  }
  return components.share(
    'responses',
    { description: 'Of a dry run.', content: { 'application/json': { schema } } },
    'DryRun',
  )
}

function successOf(writer: Writer, entry: Entry, action: Action): Part {
  const { share } = writer.components
  const headers = successHeaders(writer, action)
  if (answerOf(action) === 'nothing') {
    const name = isReplayable(action) ? 'Done' : 'DoneOnce'
    return share('responses', { description: 'Done; there is nothing to answer.', headers }, name)
  }
  const response = (content: Part): Part => ({
    description: STATUS_CODES[action.status],
    ...(Object.keys(headers).length > 0 && { headers }),
    content,
  })
  if (action.produces) {
    const types = [action.produces].flat()
    const name = `${pascalCase(types[0]!.split('/').at(-1)!)}File`
    return share('responses', response(filesOf(types)), name, `${name}s`)
  }
  const { name, schema } = bodyOf(writer, entry, action)
  const isStream = action.method === 'GET' && action.isFollowed
  const stream = { 'text/event-stream': { schema: { type: 'string' }, example: 'id: cur_…\ndata: {…}\n\n' } }
  const body = response({ 'application/json': { schema }, ...(isStream && stream) })
  // Actions that share an output may differ in their headers: the second one has a name of its own.
  return share('responses', body, action.status === 201 ? `${name}Created` : name, outputNameOf(entry, action))
}

/** Bodies that are files of these media types. */
export const filesOf = (types: readonly string[]): Part =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

/** Its examples are those of the schemas inside it. */
function bodyOf(writer: Writer, entry: Entry, action: Action): { name: string; schema: Part } {
  const { components, examples } = writer
  switch (answerOf(action)) {
    case 'page': {
      const record = listedNameOf(entry, action)
      const schema = recordPart(writer, record, answeredBy(entry.resource, action), hiddenIn(action))
      return { name: `${record}List`, schema: listEnvelope(components, record, schema) }
    }
    case 'output': {
      const output = action.output!
      const name = writer.outputs.getOrInsertComputed(output, () => outputNameOf(entry, action))
      const make = () => withExamples(outputSchema(components, output), [examples.output(output)])
      const data = components.once('schemas', `${name}Output`, make)
      const meta = action.meta && outputSchema(components, group(action.meta))
      if (meta) return { name, schema: successSchema({ data, meta }) }
      return { name, schema: successSchema({ data }, canDryRun(action) ? { meta: writeMetaOf(components) } : {}) }
    }
    default: {
      const resource = answeredBy(entry.resource, action)
      const name = recordNameOf({ resource })
      const schema = recordPart(writer, name, resource)
      return { name, schema: recordEnvelope(components, name, schema) }
    }
  }
}

const hiddenIn = (action: Action) => (action.method === 'GET' ? action.of?.hidden : undefined)

/** Where a list leaves something out of records of another resource, they are called by the list: `HistoryEntry`. */
const listedNameOf = (entry: Entry, action: Action): string =>
  hiddenIn(action)?.length
    ? `${pascalCase(action.name)}Entry`
    : recordNameOf({ resource: answeredBy(entry.resource, action) })

const recordPart = ({ components, examples }: Writer, name: string, resource: Resource, hidden?: readonly string[]) =>
  components.once('schemas', name, () =>
    withExamples(recordSchema(components, resource, hidden), [examples.record(resource, hidden)]),
  )
