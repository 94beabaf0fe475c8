import { Problem } from '../../core/problem.ts'
import type { Writer } from './components.ts'
import { headersWith } from './headers.ts'
import type { Part } from './names.ts'
import { refusalResponses } from './refusal-responses.ts'

export const SERVICE_TAG: Part = { name: 'service', description: 'Health, metrics and the description of the API.' }

/** Endpoints that are no actions: they describe the service itself and count against no limit. */
export const servicePaths = (writer: Writer, documentPath: string): Record<string, Record<string, Part>> => ({
  '/healthz': get(writer, 'checkHealth', 'Is the process alive', { 200: json('It is.', state('alive')) }),
  '/readyz': get(writer, 'checkReadiness', 'Can it serve requests', {
    200: json('It can.', state('ready')),
    503: json('It cannot, because it is stopping or does not reach its database.', {
      schema: {
        type: 'object',
        required: ['status', 'reason'],
        properties: { status: { type: 'string', const: 'not ready' }, reason: { type: 'string' } },
      },
      example: { status: 'not ready', reason: 'database unreachable' },
    }),
  }),
  '/metrics': get(writer, 'getMetrics', 'Measurements for Prometheus', {
    200: {
      description: 'In the text format of Prometheus.',
      content: {
        'text/plain': {
          schema: { type: 'string' },
          example: '# HELP kontor_http_request_seconds Time to answer a request.',
        },
      },
    },
  }),
  [documentPath]: get(writer, 'getOpenApiDocument', 'This document', {
    200: json('OpenAPI 3.1.', {
      schema: {
        type: 'object',
        required: ['openapi', 'info', 'paths'],
        properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
      },
      example: { openapi: '3.1.0', info: {}, paths: {} },
    }),
    304: { description: 'It is still as the client has it.', headers: headersWith(writer, 'ETag') },
  }),
})

const get = (writer: Writer, operationId: string, summary: string, responses: Part): Record<string, Part> => ({
  get: {
    operationId,
    tags: [SERVICE_TAG.name],
    summary,
    description: 'Needs no credential.',
    security: [],
    responses: { ...responses, ...refusalResponses(writer, operationId, [new Problem('BAD_REQUEST')]) },
  },
})

const json = (description: string, body: Part): Part => ({
  description,
  content: { 'application/json': body },
})

const state = (word: string): Part => ({
  schema: { type: 'object', required: ['status'], properties: { status: { type: 'string', const: word } } },
  example: { status: word },
})
