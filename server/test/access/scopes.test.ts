import assert from 'node:assert/strict'
import { test } from 'node:test'
import { users } from '../../src/auth/access.resources.ts'
import { type Actor, authorise, serviceActor } from '../../src/core/access.ts'
import type { Action } from '../../src/core/action.ts'
import { Problem } from '../../src/core/problem.ts'
import { stockActions } from '../../src/core/stock-actions.ts'
import { verbatim } from '../../src/model/message.ts'
import type { Resource } from '../../src/model/resource.ts'
import type { Scope } from '../../src/model/rights.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { shippedRoles } from '../support/shipped-roles.ts'
import { entries } from '../support/world.ts'

const actorWith = (role: string, scopes: readonly Scope[]): Actor => ({
  ...serviceActor,
  userId: 'usr_1',
  role,
  scopes,
  permissions: shippedRoles.find(({ name }) => name === role)!.permissions,
})

const actionOf = (resource: Resource, wanted: string): Action =>
  stockActions(resource).find(({ name }) => name === wanted)!

function codeOf(actor: Actor, resource: Resource, action: string): string {
  try {
    authorise(actor, resource, actionOf(resource, action))
    return 'allowed'
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.code
  }
}

/** Which scope each action needs, on a resource of the business. */
const needed: Readonly<Record<string, Scope>> = {
  list: 'read',
  read: 'read',
  create: 'write',
  update: 'write',
  delete: 'delete',
  history: 'read',
}
const allScopes: readonly Scope[] = ['read', 'write', 'delete', 'admin']

const scopeFor = ({ administrative }: Resource, { method }: Action): Scope => {
  if (administrative) return 'admin'
  return method === 'GET' ? 'read' : method === 'DELETE' ? 'delete' : 'write'
}

test('every action of every resource needs its scope, and no other scope stands in for it', () => {
  for (const { resource, actions } of entries) {
    for (const action of actions) {
      for (const scope of allScopes) {
        const attempt = () => authorise(actorWith('admin', [scope]), resource, action)
        if (scope === scopeFor(resource, action)) attempt()
        else assert.throws(attempt, { code: 'INSUFFICIENT_SCOPE' }, `${action.name} ${resource.name} with ${scope}`)
      }
    }
  }
})

test('scopes do not add up to one that is missing', () => {
  for (const { name } of stockActions(items)) {
    for (const scope of allScopes) {
      const expected = scope === needed[name] ? 'allowed' : 'INSUFFICIENT_SCOPE'
      assert.equal(codeOf(actorWith('admin', [scope]), items, name), expected, `${name} with ${scope}`)
    }
    assert.equal(codeOf(actorWith('admin', []), items, name), 'INSUFFICIENT_SCOPE')
    const others = allScopes.filter((scope) => scope !== needed[name])
    assert.equal(codeOf(actorWith('admin', others), items, name), 'INSUFFICIENT_SCOPE')
  }
})

test('administration needs the scope admin, whatever the method', () => {
  for (const { name } of stockActions(users)) {
    assert.equal(codeOf(actorWith('admin', ['admin']), users, name), 'allowed')
    assert.equal(codeOf(actorWith('admin', ['read', 'write', 'delete']), users, name), 'INSUFFICIENT_SCOPE')
  }
})

test('the missing scope is named', () => {
  const update = () => authorise(actorWith('admin', ['read']), items, actionOf(items, 'update'))
  assert.throws(update, (error: Problem) => {
    assert.deepEqual(error.details, [{ field: 'scope', message: verbatim('write') }])
    assert.match(error.message, /"write"/)
    return error.status === 403
  })
})

test('a missing scope is reported before a missing right', () => {
  assert.equal(codeOf(actorWith('viewer', ['read']), items, 'create'), 'INSUFFICIENT_SCOPE')
  assert.equal(codeOf(actorWith('viewer', ['write']), items, 'create'), 'FORBIDDEN')
})

test('a scope gives no right that the role lacks', () => {
  assert.equal(codeOf(actorWith('viewer', allScopes), users, 'list'), 'FORBIDDEN')
  assert.equal(codeOf(actorWith('viewer', allScopes), items, 'delete'), 'FORBIDDEN')
  assert.equal(codeOf(actorWith('viewer', allScopes), items, 'read'), 'allowed')
})

test('a manager reads users but does not administer them', () => {
  const manager = actorWith('manager', allScopes)
  assert.equal(codeOf(manager, users, 'list'), 'allowed')
  for (const name of ['create', 'update', 'delete']) assert.equal(codeOf(manager, users, name), 'FORBIDDEN', name)
})

test('"every resource" in a role does not reach administration unless it includes managing', () => {
  const actor = { ...actorWith('manager', allScopes), permissions: { '*': { can: ['read', 'delete'] as const } } }
  assert.equal(codeOf(actor, items, 'read'), 'allowed')
  assert.equal(codeOf(actor, users, 'read'), 'FORBIDDEN')
})

test('what is granted is the rule of the role, with its hidden and read-only fields', () => {
  const permission = authorise(actorWith('warehouse', allScopes), items, actionOf(items, 'read'))
  assert.deepEqual(permission.hidden, ['costPrice', 'sellingPrice'])
  assert.deepEqual(permission.readOnly, ['itemCode'])
})
