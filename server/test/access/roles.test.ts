import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { permissionOn } from '../../src/core/access.ts'
import type { Action } from '../../src/core/action.ts'
import type { Entry } from '../../src/core/rules.ts'
import type { Resource } from '../../src/model/resource.ts'
import type { Right } from '../../src/model/rights.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { quotations } from '../../src/resources/quotations/quotations.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { fixtureOf } from '../support/fixtures.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { png } from '../support/logos.ts'
import { type Person, signedIn } from '../support/people.ts'
import { assertRefused, create, createCustomer, createItem, itemBody } from '../support/records.ts'
import { shippedRoles } from '../support/shipped-roles.ts'
import { changes, createWorld, entries, type World } from '../support/world.ts'
import { letters, promised } from './matrix.ts'

/** Where the right depends on what is to be done: that of what is done here. */
const depending: Readonly<Record<string, Right>> = { status: 'submit', bulk: 'update' }

/** Of actions that take no fields of their record. */
const bodies: Readonly<Record<string, object>> = {
  allocate: { oldestFirst: true },
  unallocate: {},
  correct: {},
  duplicate: {},
  'convert-to-order': {},
  'set-next-number': { document: 'invoices', nextNumber: 5000 },
}

test('the shipped roles may do what the documentation promises, and nothing else', () => {
  for (const { name, permissions } of shippedRoles) {
    for (const resource of catalog) {
      const { can } = permissionOn(permissions, resource)
      const granted = (Object.keys(letters) as Right[]).filter((right) => can.includes(right))
      const spelt = granted.map((right) => letters[right]).join('')
      assert.equal(spelt, promised[name]![resource.name] ?? '', `${name} on ${resource.name}`)
    }
  }
})

onEveryDatabase('Roles', (kind) => {
  const kontor = kontorFor(kind)
  const people = new Map<string, Person>()
  let world: World
  before(async () => {
    for (const { name } of shippedRoles) people.set(name, await signedIn(kontor(), name))
    world = await createWorld(kontor())
  })

  /** A record that this user may see, if there is any: some users see only their own records. */
  async function fresh(resource: Resource, person: Person): Promise<{ id: string }> {
    const { name } = resource
    const { own } = permissionOn(shippedRoles.find((role) => role.name === person.role)!.permissions, resource)
    const body = world.bodyOf(name, fixtureOf(name).draft)
    const answer = await kontor().post(`/${name}`, body, own ? { token: person.token } : {})
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }

  async function submittedOrder(): Promise<{ id: string }> {
    const order = await create(kontor(), '/sales-orders', world.bodyOf('sales-orders'))
    await kontor().put(`/sales-orders/${order.id}/status`, { status: 'submitted' })
    return order
  }

  /** Carries out the action, with a body that is valid for every role. */
  async function attempt({ resource, rules }: Entry, action: Action, person: Person): Promise<Answer> {
    const { token } = person
    const path = `/${resource.name}`
    if (action.name === 'create') return kontor().post(path, world.bodyOf(resource.name), { token })
    if (action.name === 'create-from-order') {
      return kontor().post(`${path}/from-order`, { salesOrder: (await submittedOrder()).id }, { token })
    }
    if (action.name === 'create-from-quotation') {
      return kontor().post(`${path}/from-quotation`, { quotation: (await fresh(quotations, person)).id }, { token })
    }
    const { id } = action.path.startsWith('/:id') ? await fresh(resource, person) : { id: '' }
    if (action.name === 'bulk') {
      return kontor().post(`${path}/bulk`, { action: 'update', ids: ['none'], input: {} }, { token })
    }
    if (action.path === '/logo') {
      const logo = { text: png(), headers: { 'content-type': 'image/png' } }
      await kontor().call('PUT', `${path}/logo`, logo)
      return kontor().call(action.method, `${path}/logo`, {
        token,
        ...('consumes' in action && action.consumes && logo),
      })
    }
    if (action.path.includes(':field')) {
      const record = await fresh(resource, person)
      const externalIds = { shop: record.id }
      assert.equal((await kontor().put(`${path}/${record.id}`, { externalIds })).status, 200)
      const options = { token, ...(action.input && { body: changes[resource.name] ?? {} }) }
      return kontor().call(action.method, `${path}/by/externalIds.shop/${record.id}`, options)
    }
    if (action.name === 'allocate') await kontor().post(`${path}/${id}/unallocate`, {})
    if (action.name === 'correct') await kontor().put(`${path}/${id}/status`, { status: 'unpaid' })
    const body =
      action.name === 'status'
        ? { status: rules!.lifecycle!.moves[0]!.to }
        : (bodies[action.name] ?? changes[resource.name] ?? {})
    return kontor().call(action.method, path + action.path.replace(':id', id), {
      token,
      ...(action.input && { body }),
    })
  }

  for (const role of shippedRoles) {
    for (const entry of entries) {
      const { name } = entry.resource
      const { kept } = fixtureOf(name)
      const granted = promised[role.name]![name] ?? ''
      for (const action of entry.actions) {
        const right = depending[action.name] ?? (action.access as Right)
        const isAllowed = granted.includes(letters[right]!)
        test(`${role.name} ${isAllowed ? 'may' : 'may not'} ${action.name} ${name}`, async () => {
          const answer = await attempt(entry, action, people.get(role.name)!)
          if (!isAllowed) assertRefused(answer, 403, 'FORBIDDEN')
          // A user who may delete is told why these records stay: the stock ledger only grows.
          else if (kept && action.name === 'delete') assertRefused(answer, 422, kept)
          else if (action.name === 'fill-demo') assertRefused(answer, 422, 'NOT_EMPTY')
          else assert.equal(answer.status, action.status, answer.text)
        })
      }
    }
  }

  test('a user who may not submit orders cannot invoice a draft, since that would submit it', async () => {
    const { token } = people.get('accountant')!
    const { id: salesOrder } = await create(kontor(), '/sales-orders', world.bodyOf('sales-orders'))
    assertRefused(await kontor().post('/invoices/from-order', { salesOrder }, { token }), 403, 'FORBIDDEN')
    assert.equal((await kontor().get(`/sales-orders/${salesOrder}`)).body.data.status, 'draft')
  })

  test('only a role with the right "override" passes over a credit limit', async () => {
    const { id: customer } = await createCustomer(kontor(), { creditLimit: 1 })
    const { token } = people.get('sales')!
    const order = (await kontor().post('/sales-orders', world.bodyOf('sales-orders', { customer }), { token })).body
      .data
    const override = (as: string) => {
      const body = { status: 'submitted', overrideCreditLimit: true }
      return kontor().put(`/sales-orders/${order.id}/status`, body, { token: people.get(as)!.token })
    }
    assertRefused(await override('sales'), 403, 'FORBIDDEN')
    assert.equal((await override('manager')).status, 200)
  })

  test('a user limited to their own orders finds no others, nor moves them', async () => {
    const { token } = people.get('sales')!
    const path = `/sales-orders/${(await submittedOrder()).id}`
    assertRefused(await kontor().get(path, { token }), 404, 'NOT_FOUND')
    assertRefused(await kontor().put(path, { notes: 'Mine' }, { token }), 404, 'NOT_FOUND')
    assertRefused(await kontor().put(`${path}/status`, { status: 'cancelled' }, { token }), 404, 'NOT_FOUND')
  })

  test('a refusal names the role, the action and the resource', async () => {
    const { body } = await kontor().post('/items', itemBody(), { token: people.get('viewer')!.token })
    assert.equal(body.error.message, 'The role "viewer" may not create items.')
  })

  test('a refusal by role changes nothing', async () => {
    const { token } = people.get('viewer')!
    const item = await createItem(kontor(), { itemName: 'Untouched' })
    assertRefused(await kontor().put(`/items/${item.id}`, { itemName: 'Changed' }, { token }), 403, 'FORBIDDEN')
    assertRefused(await kontor().delete(`/items/${item.id}`, { token }), 403, 'FORBIDDEN')
    assert.deepEqual((await kontor().get(`/items/${item.id}`)).body.data, item)
  })

  test('the right is checked before the record: a user who may not delete does not learn what exists', async () => {
    const { token } = people.get('viewer')!
    assertRefused(await kontor().delete('/items/itm_unknown', { token }), 403, 'FORBIDDEN')
  })

  test('the right is checked before the body: a user who may not create is not told the faults of the body', async () => {
    const { token } = people.get('viewer')!
    assertRefused(await kontor().post('/items', { nonsense: true }, { token }), 403, 'FORBIDDEN')
  })
})
