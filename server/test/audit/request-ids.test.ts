import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAuditKey } from '../../src/app/secrets.ts'
import { readConfig } from '../../src/config.ts'
import { verify } from '../../src/verify/verify.ts'
import { countsOf, csvOf, imported } from '../imports/importing.ts'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { itemBody, newCode } from '../support/records.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

onEveryDatabase('The audit log', (kind) => {
  const kontor = kontorFor(kind)

  test('tells requests apart that carry the same X-Request-Id, of one client or of several', async () => {
    const [anna, ben] = [await signedIn(kontor(), 'manager'), await signedIn(kontor(), 'manager')]
    const requestId = 'chosen-by-a-client'
    for (const { token } of [anna, ben, ben]) {
      const answer = await kontor().post('/items', itemBody(), { token, headers: { 'x-request-id': requestId } })
      assert.equal(answer.headers['x-request-id'], requestId)
    }
    const entries = await auditLog(kontor(), `requestId=${requestId}`)
    assert.deepEqual(
      entries.map(({ actor }) => actor),
      [anna.id, ben.id, ben.id],
    )
    const own = entries.map(({ serverRequestId }) => serverRequestId)
    assert.equal(new Set(own).size, 3)
    for (const id of own) assert.match(id, UUID)
    assert.equal((await auditLog(kontor(), `requestId=${requestId}&serverRequestId=${own[0]}`)).length, 1)
  })

  test('has one id for a request without an X-Request-Id, and for all of its entries', async () => {
    const answer = await kontor().post('/items', itemBody())
    const [entry] = await auditLog(kontor(), `requestId=${answer.headers['x-request-id']}`)
    assert.equal(entry.serverRequestId, entry.requestId)
  })

  test('names the request that started an import for every row of it', async () => {
    const headers = { 'x-request-id': 'the-import-request' }
    const csv = csvOf(['itemCode', 'itemName'], [newCode(), 'One'], [newCode(), 'Two'])
    assert.deepEqual(countsOf(await imported(kontor(), csv, {}, { headers })), [2, 0, 0, 0])
    const entries = (await auditLog(kontor(), 'requestId=the-import-request')).filter(
      ({ resource }) => resource === 'items',
    )
    assert.equal(entries.length, 2)
    assert.equal(new Set(entries.map(({ serverRequestId }) => serverRequestId)).size, 1)
    assert.match(entries[0].serverRequestId, UUID)
  })

  test('is sealed over these ids too', async () => {
    const key = await openAuditKey(readConfig(kontor().database.environment), kontor().engine)
    const check = async () => (await verify(kontor().engine, {}, key)).find(({ name }) => name === 'audit log')!
    assert.equal((await check()).violations, 0)
    const run = (sql: string) => kontor().engine.write((connection) => connection.query({ sql, parameters: [] }))
    await run(
      kind.name === 'SQLite' ? 'drop trigger "audit-log_no_update"' : 'alter table "audit-log" disable trigger all',
    )
    await run(`update "audit-log" set "serverRequestId" = null where "requestId" = 'chosen-by-a-client'`)
    assert.ok((await check()).violations > 0)
  })
})
