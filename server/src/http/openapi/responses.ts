import { STATUS_CODES } from 'node:http'
import { type Action, listedBy } from '../../core/action.ts'
import { messageOfProblem, Problem, type ProblemCode } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import { envelopeOf } from '../problems.ts'
import { successSchema } from './envelopes.ts'
import { EXAMPLE_REQUEST_ID, type Examples } from './examples.ts'
import { headersWith, problemHeaders, successHeaders } from './headers.ts'
import { outputNameOf, type Part, recordNameOf, responseRef, schemaRef } from './names.ts'
import { CREDENTIAL_CODES, problemsOf } from './refusals.ts'
import { answerOf, isCacheable } from './traits.ts'

/** Everything that an action can answer with, by status. */
export function responsesOf(entry: Entry, action: Action, examples: Examples): Part {
  return {
    [action.status]: successOf(entry, action, examples),
    ...(isCacheable(action) && { 304: responseRef('NotModified') }),
    ...refusalResponses(problemsOf(entry, action)),
  }
}

function successOf(entry: Entry, action: Action, examples: Examples): Part {
  const headers = successHeaders(action)
  if (answerOf(action) === 'nothing') return { description: 'Done; there is nothing to answer.', headers }
  const content = action.produces
    ? { [action.produces]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': bodyOf(entry, action, examples) }
  return { description: STATUS_CODES[action.status], headers, content }
}

function bodyOf(entry: Entry, action: Action, examples: Examples): Part {
  const shown = { ...entry, resource: listedBy(entry.resource, action) }
  const record = schemaRef(recordNameOf(shown))
  switch (answerOf(action)) {
    case 'page': {
      const data = [examples.record(shown)]
      const meta = { page: 1, perPage: 20, total: data.length, totalPages: 1, nextCursor: null, hasMore: false }
      return {
        schema: successSchema({ data: { type: 'array', items: record }, meta: schemaRef('ListMeta') }),
        example: { success: true, data, meta },
      }
    }
    case 'output':
      return {
        schema: successSchema({ data: schemaRef(outputNameOf(entry, action)) }),
        example: { success: true, data: examples.output(action.output!) },
      }
    default:
      return {
        schema: successSchema({ data: record }, action.method === 'GET' ? {} : { meta: schemaRef('RecordMeta') }),
        example: { success: true, data: examples.record(entry) },
      }
  }
}

/** Refusals that read the same wherever they occur. */
const shared: { readonly [name: string]: readonly ProblemCode[] } = {
  Unauthorized: CREDENTIAL_CODES,
  KeyForbidden: ['IP_NOT_ALLOWED'],
  NotFound: ['NOT_FOUND'],
  IdempotencyInProgress: ['IDEMPOTENCY_IN_PROGRESS'],
  VersionMismatch: ['VERSION_MISMATCH'],
  PayloadTooLarge: ['PAYLOAD_TOO_LARGE'],
  UnsupportedMediaType: ['UNSUPPORTED_MEDIA_TYPE'],
  TooManyRequests: ['RATE_LIMIT_EXCEEDED'],
  InternalError: ['INTERNAL_ERROR'],
  Unavailable: ['UNAVAILABLE'],
  WriteUnavailable: ['UNAVAILABLE', 'OVERLOADED', 'OUTCOME_UNKNOWN'],
}

export const responseComponents = (): Part => ({
  NotModified: { description: 'The record is still as the client has it.', headers: headersWith('ETag') },
  ...Object.fromEntries(
    Object.entries(shared).map(([name, codes]) => [name, refusalResponse(codes.map((code) => new Problem(code)))]),
  ),
})

function refusalResponses(found: readonly Problem[]): Part {
  const byStatus = Map.groupBy(found, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const codes = group.map(({ code }) => code).join()
      const name = Object.keys(shared).find((candidate) => shared[candidate]!.join() === codes)
      return [status, name ? responseRef(name) : refusalResponse(group)]
    }),
  )
}

function refusalResponse(group: readonly Problem[]): Part {
  const { status } = group[0]!
  const examples = group.map((problem) => [
    problem.code,
    { summary: messageOfProblem(problem.code), value: JSON.parse(envelopeOf(problem, EXAMPLE_REQUEST_ID)) },
  ])
  return {
    description: STATUS_CODES[status],
    headers: problemHeaders(status),
    content: { 'application/json': { schema: schemaRef('ErrorEnvelope'), examples: Object.fromEntries(examples) } },
  }
}
