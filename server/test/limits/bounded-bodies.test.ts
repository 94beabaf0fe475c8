import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readXlsx } from '../../src/features/xlsx/xlsx.ts'
import { FAULTS_MAX } from '../../src/model/input.ts'
import { upload, withSheetXml, workbookOf } from '../imports/files.ts'
import { databaseKinds } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(',')
const keys = (count: number) => times(count, (index) => `"k${index}":1`)

describe('A body', () => {
  const kontor = kontorFor(databaseKinds[0]!)

  test('is refused with at most 100 details and the number of those that are left out', async () => {
    const text = `{"items":[${times(500, () => `{${keys(50)}}`)}]}`
    const { body } = await kontor().call('POST', '/sales-orders', { text })
    assert.equal(body.error.details.length, FAULTS_MAX)
    const found = 500 * (50 + 2) + 1 // unknown fields, item and quantity of each line, and the customer
    assert.equal(body.error.omittedDetails, found - FAULTS_MAX)
    assert.match(body.error.message, /^26001 fields are not valid: customer, items\[0\]\.k0, .*, …\.$/)
    const operations = [{ method: 'POST', path: '/sales-orders', body: JSON.parse(text) }]
    const { error } = (await kontor().post('/batch', { operations })).body
    assert.deepEqual([error.details[0].details.length, error.omittedDetails], [FAULTS_MAX, found - FAULTS_MAX])
  })

  test('of many rows that are refused has their details up to 100, and a message for each', async () => {
    const text = `{"action":"create","rows":[${times(1000, () => `{${keys(100)}}`)}]}`
    const { status, body, text: answer } = await kontor().call('POST', '/customers/bulk', { text })
    assert.deepEqual([status, body.data.failed], [200, 1000])
    const errors = body.data.results.map(({ error }: { error: { message: string; details: object[] } }) => error)
    assert.equal(errors.flatMap(({ details }: { details: object[] }) => details).length, FAULTS_MAX)
    for (const { message, omittedDetails, details } of errors) {
      assert.match(message, /^101 fields are not valid: k0, k1, k2, k3, k4, …\./)
      assert.equal(details.length + (omittedDetails ?? 0), 101)
    }
    assert.ok(answer.length < 400_000, `${answer.length}`)
  })

  test('of lines of JSON is read up to the first line that is too many', async () => {
    const headers = { 'content-type': 'application/x-ndjson' }
    const lines = (count: number, last = '') => `\n\n{"action":"create"}\n${'1\n'.repeat(count)}${last}`
    const send = (text: string) => kontor().call('POST', '/customers/bulk', { text, headers })
    assertRefused(await send(lines(1001, '{')), 422, 'VALIDATION_ERROR')
    const broken = await send(lines(1000, ' \n{'))
    assertRefused(broken, 400, 'INVALID_JSON')
    assert.match(broken.body.error.message, /^Line 1005 /)
  })

  test('that unpacks to more than a hundred times its size is refused while it is unpacked', async () => {
    const text = gzipSync(' '.repeat(10_000_000))
    const headers = { 'content-encoding': 'gzip' }
    const answer = await kontor().call('POST', '/customers/bulk', { text, headers })
    assertRefused(answer, 413, 'PAYLOAD_TOO_LARGE')
    assert.match(answer.body.error.message, /more than 100 times/)
  })

  test('that is nested too deep is refused by routes that take no body, also with an Idempotency-Key', async () => {
    const text = '['.repeat(400_000) + ']'.repeat(400_000)
    for (const [method, path] of [
      ['POST', '/imports/none/cancel'],
      ['DELETE', '/views/none'],
      ['POST', '/auth/logout'],
    ] as const) {
      const answer = await kontor().call(method, path, { text, headers: { 'idempotency-key': `deep-${path}` } })
      assertRefused(answer, 400, 'INVALID_JSON')
    }
  })

  test('that is an Excel file is refused while another one of the same user waits (429)', async () => {
    const user = await signedIn(kontor(), 'manager')
    const plain = await workbookOf([['Code'], ['1']])
    const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`
    const rows = Array.from({ length: 200_000 }, (_, index) => row(index + 1)).join('')
    const slow = withSheetXml(plain, (xml) =>
      xml.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows}</sheetData>`),
    )
    const ends: (() => void)[] = []
    const reading = () => readXlsx(slow, { owner: user.id, onCancel: (end) => ends.push(end) }).catch(() => undefined)
    const [first, second] = [reading(), reading()]
    const answer = await upload(kontor(), 'xlsx', plain, 'resource=items', { token: user.token })
    assertRefused(answer, 429, 'RATE_LIMIT_EXCEEDED')
    assert.equal(answer.headers['retry-after'], '10')
    for (const end of ends) end()
    await Promise.all([first, second])
    const again = await upload(kontor(), 'xlsx', plain, 'resource=items', { token: user.token })
    assert.equal(again.status, 201, again.text)
  })
})
