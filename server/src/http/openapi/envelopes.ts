import { warningMeanings } from '../../core/warnings.ts'
import type { JsonSchema } from '../../model/kinds/field-kind.ts'
import type { Part } from './names.ts'

/** The envelope of a successful response. */
export const successSchema = (properties: Part, optional: Part = {}): JsonSchema => ({
  type: 'object',
  required: ['success', ...Object.keys(properties)],
  properties: { success: { type: 'boolean', const: true }, ...properties, ...optional },
})

const wholeNumber: JsonSchema = { type: 'integer', minimum: 0 }

/** The body of an error, and what accompanies a list. */
export const envelopeSchemas: { readonly [name: string]: JsonSchema } = {
  ErrorEnvelope: {
    type: 'object',
    description: 'The body of every error response.',
    required: ['success', 'error'],
    properties: {
      success: { type: 'boolean', const: false },
      error: {
        type: 'object',
        required: ['code', 'message', 'details', 'requestId'],
        properties: {
          code: { type: 'string', pattern: '^[A-Z][A-Z_]*$', description: 'For programs; it never changes.' },
          message: { type: 'string', description: 'For people: what is wrong and what would be right.' },
          details: {
            type: 'array',
            description: 'Every invalid field.',
            items: {
              type: 'object',
              required: ['field', 'message'],
              properties: {
                field: { type: 'string', description: 'A path.', examples: ['address.country', 'images[1]'] },
                message: { type: 'string' },
                code: { type: 'string', description: 'What stands in the way of another status, for programs.' },
                existingId: { type: 'string', description: 'The record that has the unique value already.' },
              },
            },
          },
          requestId: { type: 'string', description: 'The same as the header X-Request-Id.' },
        },
      },
    },
  },
  ListMeta: {
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
    },
  },
}

/** What accompanies a written record. */
export function recordMetaSchema(): JsonSchema {
  const meanings = warningMeanings()
  return {
    type: 'object',
    description: 'Present only if there is something to report.',
    required: ['warnings'],
    properties: {
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
