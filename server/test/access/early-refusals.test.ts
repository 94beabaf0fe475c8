import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { businessNames } from '../support/fixtures.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'

/** It is refused as such if it is read. */
const NO_JSON = '{'.repeat(1000)

onEveryDatabase('A request without the right', (kind) => {
  const kontor = kontorFor(kind)

  test('is refused before its body is parsed, and that is in the audit log', async () => {
    const { id, token } = await signedIn(kontor(), 'viewer')
    for (const [method, path] of [
      ['POST', '/items'],
      ['PUT', '/items/itm_none'],
      ['POST', '/items/bulk'],
      ['POST', '/imports'],
      ['POST', '/imports/imp_none/run'],
    ] as const)
      assertRefused(await kontor().call(method, path, { token, text: NO_JSON }), 403, 'FORBIDDEN')
    const operations = (await auditLog(kontor(), `actor=${id}&action=refused`)).map(({ operation }) => operation)
    assert.deepEqual(operations.sort(), ['imports.create', 'imports.run', 'items.bulk', 'items.create', 'items.update'])
    assertRefused(await kontor().call('POST', '/items', { text: NO_JSON }), 400, 'INVALID_JSON')
  })

  test('is refused whatever its length and type, a missing scope too', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const text = `{"csv":"${'x'.repeat(2_000_000)}`
    assertRefused(await kontor().call('POST', '/imports', { token, text }), 403, 'FORBIDDEN')
    const headers = { 'content-type': 'text/csv' }
    assertRefused(await kontor().call('POST', '/items', { token, text, headers }), 403, 'FORBIDDEN')
    const key = withKey(await createKey(kontor(), { scopes: ['read'] }))
    assertRefused(await kontor().call('POST', '/imports', { ...key, text }), 403, 'INSUFFICIENT_SCOPE')
  })

  test('to import says what the role would have to be allowed', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const { body } = await kontor().call('POST', '/imports', { token, text: NO_JSON })
    assert.equal(body.error.message, `The role "viewer" may not create or update ${businessNames.join(' or ')}.`)
    const { data } = (await kontor().get('/resources/imports', { token })).body
    const create = data.actions.find(({ name }: { name: string }) => name === 'create')
    assert.equal(create.isAllowed, false)
  })
})
