import { type Actor, authorise, fieldRefusal, isRight, serviceActor } from '../../core/access.ts'
import { type Action, answeredBy, isListing } from '../../core/action.ts'
import type { Cursors } from '../../core/lists/cursor.ts'
import type { Pair } from '../../core/lists/parameters.ts'
import { parseList, parseSelection } from '../../core/lists/parse-list.ts'
import { Problem, type ProblemCode, refuseFaults } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import type { Fields } from '../../model/fields.ts'
import { Faults, isWritable, readInput } from '../../model/input.ts'
import { isScalar } from '../../model/kinds/field-kind.ts'
import type { Resource } from '../../model/resource.ts'
import { SCOPES } from '../../model/rights.ts'
import { isReplayable, isVersioned, pathParametersOf } from './traits.ts'

export const CREDENTIAL_CODES: readonly ProblemCode[] = [
  'UNAUTHORIZED',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'INVALID_API_KEY',
  'API_KEY_EXPIRED',
]

/** No field is called that: names of fields have no hyphens. */
const UNKNOWN = 'no-such-field'
const noCursors: Cursors = { seal: () => '', open: () => undefined }
const stranger: Actor = { ...serviceActor, role: 'viewer', scopes: [], permissions: {} }
const keyHolder: Actor = { ...stranger, scopes: SCOPES, credential: { kind: 'key', id: 'key_1' } }

/**
 * Every way in which an action can be refused, one problem a code. Where it can be, the problem is provoked rather
 * than made up, so that the documented sentence is the one that clients will read.
 */
export function problemsOf({ resource }: Entry, action: Action): Problem[] {
  const isPublic = action.access === 'public'
  const codes: readonly ProblemCode[] = [
    'BAD_REQUEST',
    ...(action.input ? (['INVALID_JSON'] as const) : []),
    ...(action.input || action.consumes ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(isPublic ? [] : [...CREDENTIAL_CODES, 'IP_NOT_ALLOWED' as const]),
    ...(action.needsProof ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
    ...(isPublic || action.duringSetUp ? [] : (['SECOND_FACTOR_SETUP_REQUIRED'] as const)),
    ...(action.consumes ? (['VALIDATION_ERROR'] as const) : []),
    ...(pathParametersOf(action).length > 0 ? (['NOT_FOUND'] as const) : []),
    ...(isReplayable(action) ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const) : []),
    ...(isVersioned(action) ? (['VERSION_MISMATCH'] as const) : []),
    ...(action.problems ?? []),
    'RATE_LIMIT_EXCEEDED',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
    ...(action.method === 'GET' ? [] : ['OVERLOADED' as const, 'STORAGE_FULL' as const, 'OUTCOME_UNKNOWN' as const]),
  ]
  const provoked = [
    ...parameterProblems(resource, action),
    ...accessProblems(resource, action),
    ...(action.input ? [validationProblem(action)] : []),
  ]
  const rest = new Set(codes).difference(new Set(provoked.map(({ code }) => code)))
  return [...provoked, ...[...rest].map((code) => new Problem(code))]
}

function parameterProblems(resource: Resource, action: Action): Problem[] {
  const parameters = action.method === 'GET' ? action.parameters : undefined
  if (parameters === 'record') return [provoke(() => parseSelection(resource, UNKNOWN))]
  if (!isListing(action)) return [new Problem('INVALID_PARAMETER')]
  const wrong: readonly Pair[] = [
    parameters === 'list' ? ['page', 'abc'] : ['order', 'abc'],
    [UNKNOWN, '1'],
    ['sort', UNKNOWN],
    ...(parameters === 'list' ? [['cursor', 'abc'] as const] : []),
  ]
  return wrong.map((pair) =>
    provoke(() => parseList(answeredBy(resource, action), [pair], { can: [] }, noCursors, () => new Set())),
  )
}

function accessProblems(resource: Resource, action: Action): Problem[] {
  if (!isRight(action.access)) return action.sessionOnly ? [provoke(() => authorise(keyHolder, resource, action))] : []
  const usesFields = action.input || action.method === 'GET'
  return [
    provoke(() => authorise({ ...stranger, scopes: SCOPES, permissions: nothingOn(resource) }, resource, action)),
    provoke(() => authorise(stranger, resource, action)),
    ...(usesFields ? [fieldRefusal(resource.title, action.method === 'GET' ? 'see' : 'change')] : []),
  ]
}

const nothingOn = ({ name }: Resource) => ({ [name]: { can: [] } })

/** What an empty body is answered with, or else a value of the wrong type. */
function validationProblem({ input, mode = 'create' }: Action): Problem {
  const fields = input as Fields
  const writable = Object.keys(fields).find((name) => isWritable(fields[name]!) && isScalar(fields[name]!))
  const faults = new Faults()
  readInput(fields, {}, mode, faults)
  if (faults.length === 0 && writable) readInput(fields, { [writable]: {} }, mode, faults)
  return faults.length > 0 ? provoke(() => refuseFaults(faults.details)) : new Problem('VALIDATION_ERROR')
}

function provoke(attempt: () => unknown): Problem {
  try {
    attempt()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('Nothing was refused, although it should have been.')
}
