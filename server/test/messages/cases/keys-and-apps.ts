import { askForKey, createKey } from '../../support/keys.ts'
import { addUser, changeUser, signedIn } from '../../support/people.ts'
import { create } from '../../support/records.ts'
import type { Cases } from '../recorder.ts'

const keys: Cases = async ({ kontor, refuses }) => {
  const invalid = (body: object) => refuses('VALIDATION_ERROR', askForKey(kontor, body))
  await invalid({ allowedIps: ['10.0.0.0/99'], resources: { items: ['write'] } })
  await invalid({ resources: { itms: ['read'], colours: ['read'] } })
  await invalid({ expiresAt: '2026-01-01T00:00:00Z' })
  await invalid({ expiresAt: '2099-01-01T00:00:00Z' })
  const { id: inactive } = await addUser(kontor.engine, 'viewer', { isActive: false })
  await invalid({ owner: inactive })
  await refuses('NOT_FOUND', kontor.delete('/auth/api-keys/key_unknown'))
}

const rotation: Cases = async ({ kontor, refuses }) => {
  const rotate = ({ id }: { id: string }) => kontor.post(`/api-keys/${id}/rotate`, {})
  const key = await createKey(kontor)
  await rotate(key)
  await refuses('DOCUMENT_LOCKED', rotate(key))
  const short = await createKey(kontor, { expiresAt: '2026-03-02T09:01:00Z' })
  kontor.advance(60_000)
  await refuses('DOCUMENT_LOCKED', rotate(short))
}

/** What a key must not open to users who are not administrators. */
const wider: Cases = async ({ kontor, refuses, as }) => {
  const makers = await as({ 'api-keys': { can: ['read', 'create', 'update'] } })
  const { id: viewer } = await addUser(kontor.engine, 'viewer')
  await refuses('FORBIDDEN', askForKey(kontor, { scopes: ['read', 'admin'] }, makers))
  await refuses('FORBIDDEN', askForKey(kontor, { owner: viewer }, makers))
  const managers = await as({ 'api-keys': { can: ['create', 'read'] }, users: { can: ['read', 'manage'] } })
  await refuses('FORBIDDEN', askForKey(kontor, { owner: viewer }, managers))
}

const APP = { name: 'Web shop', scopes: ['read'], redirectUris: ['https://app.example.com/callback'] }

const apps: Cases = async ({ kontor, refuses }) => {
  const redirectUris = [
    'app',
    'https://app.example.com/#here',
    'https://*.example.com/',
    'https://anna:secret@example.com/',
    'http://app.example.com/',
    'app:/callback',
    'com.example.app:/callback',
  ]
  await refuses('VALIDATION_ERROR', kontor.post('/oauth-clients', { ...APP, redirectUris }))
  const mixed = ['http://localhost/callback', 'https://localhost/callback']
  await refuses('VALIDATION_ERROR', kontor.post('/oauth-clients', { ...APP, isPublic: true, redirectUris: mixed }))
  const { id } = await create(kontor, '/oauth-clients', { ...APP, isPublic: true })
  await refuses('VALIDATION_ERROR', kontor.post(`/oauth-clients/${id}/rotate-secret`, {}))
  await refuses('VALIDATION_ERROR', kontor.put(`/oauth-clients/${id}`, { isPublic: false }))
  await refuses('NOT_FOUND', kontor.delete('/auth/connected-apps/oar_unknown'))
}

/** The key of a user who was deactivated, and the session of one. */
const deactivated: Cases = async ({ kontor, refuses }) => {
  const { id, token } = await signedIn(kontor, 'viewer')
  await changeUser(kontor.engine, id, { isActive: false })
  await refuses('INVALID_TOKEN', kontor.get('/items', { token }))
}

export const keyCases: readonly Cases[] = [keys, wider, apps, deactivated, rotation]
