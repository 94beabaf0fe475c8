import { ADMIN } from '../../support/kontor.ts'
import { addRole, addUser, PASSWORD, signedIn } from '../../support/people.ts'
import { create } from '../../support/records.ts'
import type { Cases } from '../recorder.ts'

const roles: Cases = async ({ kontor, refuses, as }) => {
  const invalid = (permissions: object) =>
    refuses('VALIDATION_ERROR', kontor.post('/roles', { name: 'clerk', permissions }))
  await invalid({ '*': { can: ['read'], hidden: ['costPrice'] }, itms: { can: ['read'] }, colours: { can: [] } })
  await invalid({ items: { can: ['read'], hidden: ['costPrize', 'colour'], readOnly: ['createdAt'] } })
  const [admin, viewer] = await Promise.all(
    ['admin', 'viewer'].map(async (name) => (await kontor.get(`/roles?name=${name}`)).body.data[0]),
  )
  await refuses('FORBIDDEN', kontor.put(`/roles/${admin.id}`, { description: 'Mine' }))
  await refuses('DOCUMENT_LOCKED', kontor.put(`/roles/${viewer.id}`, { description: 'Theirs' }))
  await refuses('DOCUMENT_LOCKED', kontor.delete(`/roles/${viewer.id}`))
  const auditor = await create(kontor, '/roles', { name: 'auditor', permissions: { items: { can: ['read'] } } })
  await create(kontor, '/users', { name: 'Anna', email: 'anna@example.com', role: 'auditor' })
  await refuses('RESOURCE_IN_USE', kontor.delete(`/roles/${auditor.id}`))
  const managing = await as({ roles: { can: ['read', 'create', 'update'] } })
  const wider = { name: 'wider', permissions: { items: { can: ['read'] } } }
  await refuses('FORBIDDEN', kontor.post('/roles', wider, managing))
}

const users: Cases = async ({ kontor, refuses, as }) => {
  const body = { name: 'Ben', email: 'ben@example.com', role: 'viewer' }
  const invalid = (more: object, options?: { token: string }) =>
    refuses('VALIDATION_ERROR', kontor.post('/users', { ...body, ...more }, options))
  await invalid({ role: 'vewer' })
  await invalid({ role: 'painter' })
  await invalid({ type: 'service', password: PASSWORD })
  await invalid({ password: ' '.repeat(12) })
  await invalid({ role: 'painter' }, await as({ users: { can: ['read', 'create'] } }))
  const service = await create(kontor, '/users', { ...body, type: 'service' })
  await refuses('VALIDATION_ERROR', kontor.post(`/users/${service.id}/password-link`, {}))
  await refuses(
    'FORBIDDEN',
    kontor.put(`/users/${service.id}`, { name: 'Carl' }, await as({ users: { can: ['update'] } })),
  )
  const inactive = await addUser(kontor.engine, 'viewer', { isActive: false })
  await refuses('DOCUMENT_LOCKED', kontor.post(`/users/${inactive.id}/password-link`, {}))
  const { id, token } = await signedIn(kontor, 'viewer')
  await refuses('DOCUMENT_LOCKED', kontor.post(`/users/${id}/invite`, {}))
  await kontor.post('/auth/logout', undefined, { token })
  await refuses('RESOURCE_IN_USE', kontor.delete(`/users/${id}`))
}

const oneself: Cases = async ({ kontor, refuses }) => {
  const { id } = (await kontor.get('/auth/me')).body.data
  const change = (input: object) => kontor.put(`/users/${id}`, input)
  await refuses('FIELD_NOT_PERMITTED', change({ email: 'other@example.com' }))
  await refuses('FIELD_NOT_PERMITTED', change({ password: PASSWORD }))
  await refuses('FORBIDDEN', change({ role: 'viewer' }))
  await refuses('FORBIDDEN', kontor.delete(`/users/${id}`))
  const permissions = { users: { can: ['read', 'update', 'manage'] }, '*': { can: ['manage'] } } as const
  const { token } = await signedIn(kontor, await addRole(kontor.engine, permissions))
  await refuses('FORBIDDEN', kontor.put(`/users/${id}`, { isActive: false }, { token }))
  const everything = (await kontor.get('/roles?name=admin')).body.data[0].permissions
  const other = await signedIn(kontor, await addRole(kontor.engine, everything))
  await refuses('DOCUMENT_LOCKED', kontor.put(`/users/${id}`, { isActive: false }, { token: other.token }))
  await refuses('VALIDATION_ERROR', kontor.post('/users', { name: 'Eve', email: ADMIN.email, role: 'viewer' }))
}

export const userCases: readonly Cases[] = [roles, users, oneself]
