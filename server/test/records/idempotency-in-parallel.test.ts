import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { assertRefused, createItem, customerBody, itemBody, read, rowsIn, times } from '../support/records.ts'

const PARALLEL = 64

/** Does what the refusal asks for: tries again as long as the first request is still running. */
async function untilDone(attempt: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await attempt()
    if (answer.status !== 409) return answer
    assertRefused(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
    assert.equal(answer.headers['retry-after'], '1')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function assertOneCarriedOut(answers: readonly Answer[]): void {
  assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1)
  const [first] = answers
  for (const { status, text, headers } of answers) {
    assert.deepEqual([status, text, headers.etag], [first!.status, first!.text, first!.headers.etag])
    assert.equal(headers.location, first!.headers.location)
  }
}

onEveryDatabase(`${PARALLEL} requests at once with one Idempotency-Key`, (kind) => {
  const kontor = kontorFor(kind)

  test('creates make one record, and all requests return it', async () => {
    const options = { headers: { 'idempotency-key': 'parallel-create' } }
    const body = customerBody()
    const post = () => kontor().post('/customers', body, options)
    const answers = await times(PARALLEL, post)
    for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
    const done = answers.filter(({ status }) => status === 201)
    assertOneCarriedOut(done)
    assert.equal(await rowsIn(kontor(), 'customers'), 1)
    const late = await Promise.all(answers.filter(({ status }) => status === 409).map(() => untilDone(post)))
    assertOneCarriedOut([...done, ...late])
    assert.equal(await rowsIn(kontor(), 'customers'), 1)
  })

  test('updates count once', async () => {
    const { id } = await createItem(kontor())
    const options = { headers: { 'idempotency-key': 'parallel-update' } }
    const put = () => untilDone(() => kontor().put(`/items/${id}`, { sellingPrice: 3 }, options))
    assertOneCarriedOut(await times(PARALLEL, put))
    assert.equal((await read(kontor(), `/items/${id}`)).version, 2)
  })

  test('deletes all succeed', async () => {
    const { id } = await createItem(kontor())
    const options = { headers: { 'idempotency-key': 'parallel-delete' } }
    const answers = await times(PARALLEL, () => untilDone(() => kontor().delete(`/items/${id}`, options)))
    assertOneCarriedOut(answers)
    assert.equal(answers[0]!.status, 204)
  })

  test('of requests that differ, one is carried out and the others are refused', async () => {
    const options = { headers: { 'idempotency-key': 'parallel-differing' } }
    const before = await rowsIn(kontor(), 'items')
    const answers = await times(8, () => {
      const body = itemBody()
      return untilDone(() => kontor().post('/items', body, options))
    })
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 422, 'IDEMPOTENCY_KEY_REUSED')
    assert.equal(await rowsIn(kontor(), 'items'), before + 1)
  })
})
