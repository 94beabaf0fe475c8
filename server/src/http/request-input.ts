import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Action } from '../core/action.ts'
import type { Command, IdempotencyKey } from '../core/command.ts'
import { IDEMPOTENCY_KEY_MAX } from '../core/idempotency.ts'
import { type AcceptedInput, acceptInput } from '../core/input/accept-input.ts'
import { Problem } from '../core/problem.ts'
import { isAny, versionsIn } from '../core/versions.ts'
import { isObject } from '../model/input.ts'
import { msg } from '../model/message.ts'
import type { AnyRecord } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import { canonicalJson } from '../model/text.ts'

export const DEPTH_MAX = 20

export function inputOf(request: FastifyRequest, action: Action, permission: Permission, query: object): AcceptedInput {
  if (action.input) return readBody(request.body, action, permission)
  if (action.consumes) return { input: request.body as AnyRecord }
  return { input: 'input' in query ? (query.input as AnyRecord) : {} }
}

function readBody(body: unknown, action: Action, permission: Permission): AcceptedInput {
  if (!isObject(body)) throw new Problem('INVALID_JSON', { text: msg`Send a JSON object as the body.` })
  if (isDeeperThan(body, DEPTH_MAX))
    throw new Problem('INVALID_JSON', { text: msg`The body is nested deeper than ${DEPTH_MAX} levels.` })
  return action.isUpsert ? { input: { body } } : acceptInput(body, action, permission)
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((part) => isDeeperThan(part, depth - 1))
}

/** What the client opted into by headers. */
export function optionsOf(
  request: FastifyRequest,
  action: Action,
): Pick<Command, 'versions' | 'mustExist' | 'mustBeNew' | 'idempotency'> {
  if (action.method === 'GET') return {}
  const versions = versionsIn(request.headers['if-match'])
  const idempotency = idempotencyKeyOf(request)
  return {
    ...(versions && { versions }),
    ...(action.isUpsert && isAny(request.headers['if-match']) && { mustExist: true }),
    ...(action.isUpsert && isAny(request.headers['if-none-match']) && { mustBeNew: true }),
    ...(idempotency && { idempotency }),
  }
}

function idempotencyKeyOf(request: FastifyRequest): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > IDEMPOTENCY_KEY_MAX) {
    throw new Problem('BAD_REQUEST', {
      text: msg`The Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_MAX} characters.`,
    })
  }
  const content = `${request.method} ${request.url}\n${canonicalJson(request.body) ?? ''}`
  return { key, fingerprint: hash('sha256', content) }
}
