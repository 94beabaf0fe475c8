import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import type { Answer } from '../support/kontor.ts'
import { addUser, PASSWORD } from '../support/people.ts'
import { assertRefused, create, leavingAsItWas } from '../support/records.ts'
import { appAt, CALLBACK, connect, siteFor } from './site.ts'

const ALL = ['read', 'write', 'delete', 'admin']

onEveryDatabase('An app that an administrator allowed with every scope', (kind) => {
  const site = siteFor(kind)
  const administrating = async () => {
    const { id, email } = await addUser(site().kontor.engine, 'admin')
    const app = await appAt(site(), await site().register())
    const { tokens } = await connect(site(), app, { scope: ALL.join(' '), person: { email, password: PASSWORD } })
    return { id, token: tokens.access_token }
  }
  const refused = (answer: Answer, code = 'FORBIDDEN') => {
    assertRefused(answer, 403, code)
    assert.match(answer.body.error.message, /^Only a signed-in person can .+; an API key or app cannot\.$/)
  }

  test('cannot make a credential that outlasts its disconnection: an API key, a user, an app, a password', async () => {
    const { kontor } = site()
    const { id, token } = await administrating()
    const key = await create(kontor, '/api-keys', { name: 'Key', scopes: ['read'] })
    const app = { name: 'App', redirectUris: [CALLBACK], scopes: ['read'] }
    const { id: client } = await create(kontor, '/oauth-clients', app)
    const person = { email: 'by.app@example.com', name: 'By an app', role: 'admin', password: PASSWORD }
    for (const table of ['users', 'api-keys', 'oauth-clients', 'roles'])
      await leavingAsItWas(kontor, table, async () => {
        refused(await kontor.post('/api-keys', { name: 'Key', scopes: ALL }, { token }))
        refused(await kontor.put(`/api-keys/${key.id}`, { scopes: ALL }, { token }))
        refused(await kontor.post(`/api-keys/${key.id}/rotate`, {}, { token }))
        refused(await kontor.post('/users', person, { token }))
        refused(await kontor.post('/oauth-clients', app, { token }))
        refused(await kontor.put(`/oauth-clients/${client}`, { scopes: ALL }, { token }))
        refused(await kontor.post(`/oauth-clients/${client}/rotate-secret`, undefined, { token }))
        refused(await kontor.post('/roles', { name: 'by-app', permissions: {} }, { token }))
      })
    const own = { password: 'an entirely new one' }
    refused(await kontor.put(`/users/${id}`, own, { token }), 'FIELD_NOT_PERMITTED')
    refused(await kontor.put(`/users/${id}`, { email: 'by.app@example.com' }, { token }), 'FIELD_NOT_PERMITTED')
  })

  test('cannot change a password or an e-mail address through /auth (403)', async () => {
    const { token } = await administrating()
    for (const path of ['/auth/password', '/auth/email'])
      refused(await site().kontor.post(path, { currentPassword: PASSWORD }, { token }))
  })

  test('can reduce access: deactivate a user, revoke an API key, delete an app', async () => {
    const { kontor } = site()
    const { token } = await administrating()
    const { id } = await addUser(kontor.engine, 'viewer')
    const key = await create(kontor, '/api-keys', { name: 'Key', scopes: ['read'] })
    const client = await site().register()
    assert.equal((await kontor.put(`/users/${id}`, { isActive: false }, { token })).status, 200)
    refused(await kontor.put(`/users/${id}`, { isActive: true }, { token }), 'FIELD_NOT_PERMITTED')
    assert.equal((await kontor.delete(`/api-keys/${key.id}`, { token })).status, 204)
    assert.equal((await kontor.delete(`/oauth-clients/${client.id}`, { token })).status, 204)
  })
})
