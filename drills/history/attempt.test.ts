import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asOfBackup } from './as-of-backup.ts'
import { resultOf } from './attempt.ts'
import { History } from './history.ts'

const create = { method: 'POST', path: '/items', body: {}, attempts: 1 } as const
const refusal = (status: number, code: string, attempts = 1) =>
  resultOf({ ...create, attempts }, { status, body: { error: { code } } }).outcome

describe('The outcome of a request', () => {
  test('is ok with the records of the answer, also for each record of a batch', () => {
    const data = { id: 'itm_1', version: 1, itemCode: 'A' }
    const { outcome, written } = resultOf(create, { status: 201, body: { data } })
    assert.equal(outcome, 'ok')
    assert.partialDeepStrictEqual(written, [{ resource: 'items', id: 'itm_1', version: 1, lines: 0 }])
    const batch = { ...create, path: '/batch', body: { operations: [{ path: '/items' }, { path: '/customers' }] } }
    const results = [{ data }, { data: { id: 'cus_1', version: 1 } }]
    assert.partialDeepStrictEqual(resultOf(batch, { status: 200, body: { data: results } }).written, [
      { resource: 'items' },
      { resource: 'customers', id: 'cus_1' },
    ])
    assert.deepEqual(resultOf({ ...create, method: 'DELETE' }, { status: 204, body: undefined }).written, [])
  })

  test('is fail for a refusal, a full queue and an unavailable database', () => {
    for (const [status, code] of [
      [422, 'VALIDATION_ERROR'],
      [412, 'VERSION_MISMATCH'],
      [429, 'RATE_LIMIT_EXCEEDED'],
      [503, 'OVERLOADED'],
      [503, 'UNAVAILABLE'],
    ] as const)
      assert.equal(refusal(status, code), 'fail', code)
  })

  test('is unknown if the answer says so, and for a server error', () => {
    assert.equal(refusal(503, 'OUTCOME_UNKNOWN'), 'unknown')
    assert.equal(refusal(409, 'IDEMPOTENCY_IN_PROGRESS'), 'unknown')
    assert.equal(refusal(500, 'INTERNAL_ERROR'), 'unknown')
  })

  test('stays unknown if a repeated request is refused before the server looks for its key', () => {
    assert.equal(refusal(503, 'UNAVAILABLE', 2), 'unknown')
    assert.equal(refusal(429, 'RATE_LIMIT_EXCEEDED', 2), 'unknown')
    assert.equal(refusal(422, 'VALIDATION_ERROR', 2), 'fail')
  })
})

describe('The repetition of an acknowledged request', () => {
  const written = [{ resource: 'items', id: 'itm_1', version: 1, lines: 0, digest: '' }]
  const repeated = (result: Parameters<History['end']>[1]) => {
    const history = new History()
    const operation = history.invoke({ method: 'POST', path: '/items', creates: 1, key: 'key' })
    history.end(operation, { outcome: 'ok', written, status: 201 })
    history.end(operation, result)
    return { outcome: operation.outcome, code: operation.code, acknowledged: history.acknowledged }
  }

  test('changes nothing if it gets the same answer, or none', () => {
    const same = { outcome: 'ok', code: undefined, acknowledged: 1 }
    assert.deepEqual(repeated({ outcome: 'ok', written }), same)
    assert.deepEqual(repeated({ outcome: 'unknown' }), same)
  })

  test('counts as refused if it is, or if it gets the answer to another request', () => {
    assert.equal(repeated({ outcome: 'fail', status: 409 }).outcome, 'fail')
    const other = { outcome: 'fail', code: 'ANOTHER_REPLY', acknowledged: 1 }
    assert.deepEqual(repeated({ outcome: 'ok', written: [{ ...written[0]!, id: 'itm_2' }] }), other)
  })
})

describe('What a backup must contain', () => {
  const history = new History()
  const operation = {
    ...history.invoke({ method: 'POST', path: '/items', creates: 1 }),
    invokedAt: 10,
    endedAt: 20,
    outcome: 'ok' as const,
  }
  const outcomeAt = (begin: number, end: number) => asOfBackup(operation, begin, end).outcome

  test('is what was acknowledged before it began; what overlaps is unknown, what came later is not there', () => {
    assert.equal(outcomeAt(30, 40), 'ok')
    assert.equal(outcomeAt(15, 40), 'unknown')
    assert.equal(outcomeAt(1, 12), 'unknown')
    assert.equal(outcomeAt(1, 5), 'fail')
    assert.equal(asOfBackup({ ...operation, outcome: 'fail' }, 15, 40).outcome, 'fail')
  })
})
