// Requests to every route, and whether they are let in.
import assert from 'node:assert/strict'
import type { Action } from '../../src/core/action.ts'
import type { Field } from '../../src/model/fields.ts'
import { uniqueFieldsOf } from '../../src/model/keys/record-key.ts'
import type { Verdict as Told } from '../../src/model/permitted.ts'
import type { Answer, CallOptions, Kontor } from '../support/kontor.ts'
import { PASSWORD } from '../support/people.ts'
import type { Route } from '../support/product.ts'
import { assertRefused } from '../support/records.ts'
import type { Verdict } from './matrix.ts'

export const isBulk = ({ name }: Action) => name === 'bulk'

/** The actions on one record that a bulk action can do. */
export const isDoneBy = (bulk: Route, { resource }: Route['entry'], { name }: Action): boolean =>
  resource === bulk.entry.resource && (bulk.action.input.action as Field).options.choices!.includes(name)

export const inputFor = ({ entry, action }: Route) =>
  action.name === 'status' ? { input: { status: entry.rules!.lifecycle!.moves[0]!.to } } : {}

/** What matters of an answer, told beforehand: whether role and credential are let in. */
export function assertTold({ allowed, code }: Told, verdict: Verdict, title: string): void {
  const isLetIn = allowed || (code !== 'FORBIDDEN' && code !== 'INSUFFICIENT_SCOPE')
  assert.equal(isLetIn ? 'allowed' : code, verdict.split(' ')[0], title)
}

/** To no record, with a body that lacks everything: an admitted request is told that, and nothing happens. */
export function ask(kontor: Kontor, route: Route, options: CallOptions): Promise<Answer> {
  const { method, path, body } = requestTo(route)
  return kontor.call(method, path, { ...options, ...(body && { body }) })
}

/** The same as the only operation of a batch. */
export const askInBatch = (kontor: Kontor, route: Route, options: CallOptions): Promise<Answer> =>
  kontor.post('/batch', { operations: [requestTo(route)] }, options)

function requestTo({ entry, action, path }: Route) {
  const [key = 'externalIds.shop'] = uniqueFieldsOf(entry.resource).keys()
  const body = action.name === 'status' ? { status: entry.rules!.lifecycle!.moves[0]!.to } : bodyFor(action)
  return {
    method: action.method,
    path: path.replace(':id', 'none').replace(':field/:value', `${key}/none`),
    ...(action.input && { body }),
  }
}

const bodyFor = ({ name }: Action) =>
  // A login that fails would be slowed down, and a change of password too.
  name === 'login' ? { email: 'unknown@example.com', password: PASSWORD.repeat(100) } : { unheardOf: 1 }

export function assertVerdict(answer: Answer, verdict: Verdict, title: string): void {
  const { status, headers, body } = answer
  if (verdict === 'allowed') {
    assert.ok(![401, 403, 429, 500].includes(status), `${title}: ${answer.text}`)
    return
  }
  assert.equal(status, 403, `${title}: ${status} ${answer.text}`)
  const [code, scope] = verdict.split(' ')
  assertRefused(answer, 403, code!)
  if (!scope) return
  assert.deepEqual(body.error.details, [{ field: 'scope', message: scope }], title)
  assert.match(body.error.message, new RegExp(`"${scope}"`))
  assert.match(
    headers['www-authenticate']!,
    new RegExp(`^Bearer .*error="insufficient_scope", scope="${scope}"`),
    title,
  )
}
