import { Problem, type ProblemCode, problemCodes } from '../../core/problem.ts'
import { warningMeanings } from '../../core/warnings.ts'
import type { JsonSchema } from '../../model/kinds/field-kind.ts'
import { envelopeOf } from '../problems.ts'
import type { Components } from './components.ts'
import { EXAMPLE_REQUEST_ID } from './examples.ts'
import type { Part } from './names.ts'

/** The envelope of a successful response. */
export const successSchema = (properties: Part, optional: Part = {}): JsonSchema => ({
  type: 'object',
  required: ['success', ...Object.keys(properties)],
  properties: { success: { const: true }, ...properties, ...optional },
})

/** `ItemList`: a page of records. */
export const listEnvelope = (components: Components, record: string, schema: JsonSchema): Part =>
  components.once('schemas', `${record}List`, () =>
    successSchema({
      data: { type: 'array', items: schema },
      meta: components.once('schemas', 'ListMeta', () => listMeta),
    }),
  )

/** `ItemEnvelope`: one record. */
export const recordEnvelope = (components: Components, record: string, schema: JsonSchema): Part =>
  components.once('schemas', `${record}Envelope`, () =>
    successSchema({ data: schema }, { meta: writeMetaOf(components) }),
  )

/** What accompanies the answer to a write. */
export const writeMetaOf = (components: Components): Part => components.once('schemas', 'RecordMeta', recordMeta)

/** The body of a refusal with one of these codes. */
export function errorEnvelope(components: Components, codes: readonly ProblemCode[], hasExample: boolean): JsonSchema {
  const error = { type: 'object', properties: { code: { enum: codes }, ...(hasExample && OTHER_PARTS.error) } }
  return {
    allOf: [
      components.once('schemas', 'ErrorEnvelope', () => anyError(components)),
      { type: 'object', properties: { ...(hasExample && OTHER_PARTS.envelope), error } },
    ],
  }
}

/** Named beside an example: some checkers would take them for additional properties. */
const OTHER_PARTS = { envelope: { success: {} }, error: { message: {}, details: {}, requestId: {} } }

const anyError = (components: Components): JsonSchema => ({
  type: 'object',
  description: 'The body of every error response.',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'requestId'],
      properties: {
        code: components.once('schemas', 'ErrorCode', errorCode),
        message: { type: 'string', description: 'For people: what is wrong and what would be right.' },
        details: {
          type: 'array',
          description: 'Every invalid field; at most 100.',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: {
              field: { type: 'string', description: 'A path.', examples: ['address.country', 'images[1]'] },
              message: { type: 'string' },
              code: { type: 'string', description: 'What stands in the way of another status, for programs.' },
              existingId: { type: 'string', description: 'The record that has the unique value already.' },
              index: { type: 'integer', description: 'Of a batch: which operation was refused.' },
              details: { type: 'array', description: 'What is wrong with the fields of that operation.', items: {} },
            },
          },
        },
        omittedDetails: { type: 'integer', minimum: 1, description: 'How many more details there would be.' },
        requestId: { type: 'string', description: 'The same as the header X-Request-Id.' },
      },
    },
  },
  examples: [JSON.parse(envelopeOf(new Problem('RATE_LIMIT_EXCEEDED'), EXAMPLE_REQUEST_ID, 'en'))],
})

/** Each response of an operation lists the codes that it can have. */
const errorCode = (): JsonSchema => ({
  type: 'string',
  enum: problemCodes(),
  description: 'For programs; a code never changes, and further ones may be added.',
})

const wholeNumber: JsonSchema = { type: 'integer', minimum: 0 }

const byName = (additionalProperties: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties })

const listMeta: JsonSchema = {
  type: 'object',
  description: 'Where this page stands in the list.',
  required: ['perPage', 'nextCursor', 'hasMore'],
  properties: {
    page: { ...wholeNumber, minimum: 1, description: 'Left out with `cursor`.' },
    perPage: { ...wholeNumber, minimum: 1 },
    total: { ...wholeNumber, description: 'Left out where it was not counted; see `includeTotal`.' },
    totalPages: { ...wholeNumber, description: 'Left out with `cursor`, and without `total`.' },
    nextCursor: { type: ['string', 'null'], description: 'To be sent as `cursor`; null on the last page.' },
    hasMore: { type: 'boolean' },
    counts: {
      ...byName(byName(wholeNumber)),
      description: 'With `include=counts`: records by status, whatever status the list asks for.',
    },
    sums: {
      ...byName(byName({ type: 'number' })),
      description: 'With `include=sums`: amounts of the records found, by field and currency. See `summed`.',
    },
    summed: {
      type: 'object',
      description:
        'With `include=sums`: how many records the sums include, and by status how many of those found they leave out: cancelled ones, and drafts of invoices. A list that asks for such a status alone has its sum.',
      required: ['count', 'leftOut'],
      properties: { count: wholeNumber, leftOut: byName(wholeNumber) },
    },
  },
  examples: [{ page: 1, perPage: 20, total: 1, totalPages: 1, nextCursor: null, hasMore: false }],
}

function recordMeta(): JsonSchema {
  const meanings = warningMeanings()
  return {
    type: 'object',
    description: 'Present only if there is something to report.',
    properties: {
      dryRun: { const: true, description: 'Nothing was kept.' },
      effects: {
        type: 'array',
        description: 'Of a dry run: every record that would change, as far as you may read it.',
        items: {
          type: 'object',
          required: ['resource', 'recordId', 'title', 'action', 'changes'],
          properties: {
            resource: { type: 'string' },
            recordId: { type: 'string' },
            title: { type: ['string', 'null'] },
            action: { enum: ['create', 'update', 'delete'] },
            changes: { type: 'object', description: 'Before and after, by field.' },
          },
        },
      },
      warnings: {
        type: 'array',
        minItems: 1,
        description: 'Warnings about a request that succeeded.',
        items: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: {
              type: 'string',
              enum: meanings.map(([code]) => code),
              description: `For programs. ${meanings.map(([code, meaning]) => `\`${code}\`: ${meaning}`).join(' ')}`,
            },
            field: { type: 'string', description: 'A path; left out where it is about no field.' },
            message: { type: 'string', description: 'For people.' },
          },
        },
      },
    },
  }
}
