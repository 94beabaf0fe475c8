import type { Action } from '../../../core/action.ts'
import { BY_KEY_PATH } from '../../../core/by-key/by-key-actions.ts'
import { stockActionOf } from '../../../core/by-key/upsert.ts'
import type { Entry } from '../../../core/rules.ts'
import { keyNamesOf } from '../../../model/keys/record-key.ts'
import { exampleId } from '../../../model/text.ts'
import { header } from '../common-parameters.ts'
import type { Writer } from '../components.ts'
import { successSchema } from '../envelopes.ts'
import { headersWith, successHeaders } from '../headers.ts'
import { inputNameOf, type Part, schemaRef } from '../names.ts'
import { securityFor } from '../operations.ts'
import { sharedParameter } from '../parameters.ts'
import { refusalResponses } from '../refusal-responses.ts'
import { problemsOf } from '../refusals.ts'
import { ANY_RESOURCE_TAG, inPath, resourceInPath } from './any-resource.ts'

interface Keyed {
  readonly entry: Entry
  readonly action: Action
}

/** The operations by a unique field. */
export function byKeyPaths(
  writer: Writer,
  root: string,
  entries: readonly Entry[],
): Record<string, Record<string, Part>> {
  const keyed = entries.flatMap((entry) =>
    entry.actions.filter(({ path }) => path === BY_KEY_PATH).map((action) => ({ entry, action })),
  )
  if (keyed.length === 0) return {}
  const reads = keyed.filter(({ action }) => action.method === 'GET')
  const writes = keyed.filter(({ action }) => action.isUpsert)
  const places = placesOf(reads)
  const path = `${root}/{resource}${BY_KEY_PATH.replace(/:(\w+)/g, '{$1}')}`
  return { [path]: { get: reading(writer, places, reads), put: upserting(writer, places, writes) } }
}

function placesOf(reads: readonly Keyed[]): Part[] {
  const fields = [...new Set(reads.flatMap(({ entry }) => keyNamesOf(entry.resource)))]
  return [
    resourceInPath(reads.map(({ entry }) => entry)),
    inPath('field', `A unique field of the resource: ${fields.join(', ')}.`, {}, 'externalIds.shop'),
    inPath('value', 'Its value, percent-encoded.', {}, '1001'),
  ]
}

/** A problem of any of them, once. */
const problemsOfAll = (keyed: readonly Keyed[]) => [
  ...new Map(keyed.flatMap(({ entry, action }) => problemsOf(entry, action)).map((one) => [one.code, one])).values(),
]

const answer = (writer: Writer, description: string, action: Action): Part => ({
  description,
  headers: successHeaders(writer, action),
  content: { 'application/json': { schema: schemaRef('KeyedRecordEnvelope') } },
})

const record = successSchema({
  data: {
    type: 'object',
    description: 'The record, as its resource describes it.',
    required: ['id', 'version'],
    properties: { id: { type: 'string' }, version: { type: 'integer' } },
    additionalProperties: true,
    examples: [{ id: exampleId('itm'), version: 1 }],
  },
})

function reading(writer: Writer, places: readonly Part[], reads: readonly Keyed[]): Part {
  const { components } = writer
  components.once('schemas', 'KeyedRecordEnvelope', () => record)
  const unchanged = { description: 'The record is still as the client has it.', headers: headersWith(writer, 'ETag') }
  return {
    operationId: 'getRecordByKey',
    tags: [ANY_RESOURCE_TAG.name],
    summary: 'Get a record by a unique field',
    description: 'Answers like the address with the id, and takes its parameters. Right: read.',
    parameters: [...places, sharedParameter(writer, 'IfNoneMatch')],
    responses: {
      200: answer(writer, 'OK', reads[0]!.action),
      304: components.share('responses', unchanged, 'NotModified'),
      ...refusalResponses(writer, 'getRecordByKey', problemsOfAll(reads)),
    },
  }
}

function upserting(writer: Writer, places: readonly Part[], writes: readonly Keyed[]): Part {
  const { entry: first } = writes[0]!
  const example = writer.examples.inputs(first, stockActionOf(first, 'update')).change
  const bodies = writes.map(({ entry }) => schemaRef(inputNameOf(entry, stockActionOf(entry, 'update'))))
  return {
    operationId: 'upsertRecordByKey',
    tags: [ANY_RESOURCE_TAG.name],
    summary: 'Update or create a record by a unique field',
    description:
      'Creates the record with this value if there is none: then the body needs what a new record needs. Right: update or create.',
    security: securityFor(['write']),
    parameters: [
      ...places,
      sharedParameter(writer, 'IfMatch'),
      header('If-None-Match', '`*`: only create; if the record is there, the answer is 412.'),
      sharedParameter(writer, 'IdempotencyKey'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: { anyOf: bodies }, example } } },
    responses: {
      200: answer(writer, 'It was there.', stockActionOf(first, 'update')),
      201: answer(writer, 'It is new.', stockActionOf(first, 'create')),
      ...refusalResponses(writer, 'upsertRecordByKey', problemsOfAll(writes)),
    },
  }
}
