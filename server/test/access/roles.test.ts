import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { shippedRoles } from '../../src/auth/shipped-roles.ts'
import { permissionOn, type Right } from '../../src/core/access.ts'
import { stockActions } from '../../src/core/stock-actions.ts'
import type { Resource } from '../../src/model/resource.ts'
import { customers } from '../../src/resources/customers/customers.resource.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { type Person, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem, customerBody, itemBody } from '../support/records.ts'

/** What the product promises: r read, c create, u update, d delete. */
const promised: Readonly<Record<string, { readonly items: string; readonly customers: string }>> = {
  admin: { items: 'rcud', customers: 'rcud' },
  manager: { items: 'rcud', customers: 'rcud' },
  sales: { items: 'r', customers: 'rcu' },
  accountant: { items: 'r', customers: 'ru' },
  warehouse: { items: 'ru', customers: '' },
  viewer: { items: 'r', customers: 'r' },
}
const letters: readonly (readonly [Right, string])[] = [
  ['read', 'r'],
  ['create', 'c'],
  ['update', 'u'],
  ['delete', 'd'],
]
const resources: readonly Resource[] = [items, customers]

test('the shipped roles may do what the product promises, and nothing else', () => {
  const shipped = shippedRoles.map(({ name, permissions }) => {
    const lettersOf = (resource: Resource) =>
      letters.filter(([right]) => permissionOn(permissions, resource).can.includes(right)).map(([, letter]) => letter)
    return [name, { items: lettersOf(items).join(''), customers: lettersOf(customers).join('') }]
  })
  assert.deepEqual(Object.fromEntries(shipped), promised)
})

onEveryDatabase('Roles', (kind) => {
  const kontor = kontorFor(kind)
  const people = new Map<string, Person>()
  before(async () => {
    for (const { name } of shippedRoles) people.set(name, await signedIn(kontor(), name))
  })

  const fresh = (resource: Resource) => (resource === items ? createItem(kontor()) : createCustomer(kontor()))
  const bodies: Readonly<Record<string, { create: () => object; update: object }>> = {
    items: { create: () => itemBody(), update: { description: 'changed' } },
    customers: { create: () => customerBody(), update: { phone: '+49 40 5550100' } },
  }

  /** Does to the resource what the action does, with a body that is right for everyone. */
  async function attempt(action: string, resource: Resource, token: string): Promise<Answer> {
    const path = `/${resource.name}`
    const { create, update } = bodies[resource.name]!
    if (action === 'list') return kontor().get(path, { token })
    if (action === 'create') return kontor().post(path, create(), { token })
    const { id } = await fresh(resource)
    if (action === 'read') return kontor().get(`${path}/${id}`, { token })
    if (action === 'update') return kontor().put(`${path}/${id}`, update, { token })
    return kontor().delete(`${path}/${id}`, { token })
  }

  for (const role of shippedRoles) {
    for (const resource of resources) {
      for (const { name, access, status } of stockActions(resource)) {
        const isAllowed = permissionOn(role.permissions, resource).can.includes(access as Right)
        test(`${role.name} ${isAllowed ? 'may' : 'may not'} ${name} ${resource.name}`, async () => {
          const answer = await attempt(name, resource, people.get(role.name)!.token)
          if (isAllowed) assert.equal(answer.status, status, answer.text)
          else assertRefused(answer, 403, 'FORBIDDEN')
        })
      }
    }
  }

  test('a refusal names the role, what it may not do, and to what', async () => {
    const { body } = await kontor().post('/items', itemBody(), { token: people.get('viewer')!.token })
    assert.equal(body.error.message, 'The role "viewer" may not create items.')
  })

  test('what is refused by role leaves everything as it was', async () => {
    const { token } = people.get('viewer')!
    const item = await createItem(kontor(), { itemName: 'Untouched' })
    assertRefused(await kontor().put(`/items/${item.id}`, { itemName: 'Changed' }, { token }), 403, 'FORBIDDEN')
    assertRefused(await kontor().delete(`/items/${item.id}`, { token }), 403, 'FORBIDDEN')
    assert.deepEqual((await kontor().get(`/items/${item.id}`)).body.data, item)
  })

  test('the right comes before the record: who may not delete does not learn what exists', async () => {
    const { token } = people.get('viewer')!
    assertRefused(await kontor().delete('/items/itm_unknown', { token }), 403, 'FORBIDDEN')
  })

  test('the right comes before the body: who may not create is not told the faults of his body', async () => {
    const { token } = people.get('viewer')!
    assertRefused(await kontor().post('/items', { nonsense: true }, { token }), 403, 'FORBIDDEN')
  })
})
