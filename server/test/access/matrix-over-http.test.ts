// What the server answers, held against the matrix of promised rights.
import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { permissionOn } from '../../src/core/access.ts'
import { referencesOf } from '../../src/model/references.ts'
import { SCOPES } from '../../src/model/rights.ts'
import { appAt, connect, siteFor } from '../oauth/site.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { addUser, type Person, signedIn } from '../support/people.ts'
import { everyRoute } from '../support/product.ts'
import { assertRefused, createItem } from '../support/records.ts'
import { shippedRoles } from '../support/shipped-roles.ts'
import { createWorld } from '../support/world.ts'
import { expected, roleNames, scopeSets } from './matrix.ts'
import { ask, askInBatch, assertTold, assertVerdict, inputFor, isBulk, isDoneBy } from './matrix-requests.ts'

/** The routes of every server, noted as they are mounted. */
const mounted = new WeakMap<FastifyInstance, string[]>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const routes: string[] = []
  mounted.set(fastify, routes)
  fastify.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isRefusal) return
    for (const verb of [method].flat()) if (url.startsWith('/api/v1')) routes.push(`${verb} ${url}`)
  })
})

onEveryDatabase('Every route', (kind) => {
  const kontor = kontorFor(kind)
  const people = new Map<string, Person>()
  before(async () => {
    for (const role of roleNames) people.set(role, await signedIn(kontor(), role))
    await createItem(kontor()) // so that the company is not filled with demo data
  })

  test('under /api/v1 is an action of a resource, but for the description of the API', () => {
    const known = everyRoute.flatMap(({ action: { method, consumes }, path }) => {
      const verbs = method === 'PUT' && !consumes ? ['PUT', 'PATCH'] : method === 'GET' ? ['GET', 'HEAD'] : [method]
      return verbs.map((verb) => `${verb} /api/v1${path}`)
    })
    const others = ['GET', 'HEAD'].map((verb) => `${verb} /api/v1/openapi.json`)
    const really = [...new Set(mounted.get(kontor().app.server))].filter((route) => !route.startsWith('OPTIONS '))
    assert.deepEqual(really.sort(), [...known, ...others].sort())
  })

  for (const role of roleNames) {
    test(`opens to ${role}, signed in, as far as promised`, async () => {
      for (const route of everyRoute) {
        const { token } = route.action.name === 'logout' ? await signedIn(kontor(), role) : people.get(role)!
        const answer = await ask(kontor(), route, { token })
        assertVerdict(answer, expected(route, role, SCOPES, true), `${route.title} as ${role}`)
      }
    })
  }

  for (const scopes of scopeSets.filter((some) => some.length > 0)) {
    test(`opens to an administrator's key with ${scopes.join(', ')} as far as promised`, async () => {
      const key = await createKey(kontor(), { scopes })
      for (const route of everyRoute) {
        const answer = await ask(kontor(), route, withKey(key))
        assertVerdict(answer, expected(route, 'admin', scopes, false), `${route.title} with ${scopes}`)
      }
    })
  }

  for (const scopes of scopeSets.filter((some) => some.length > 0)) {
    test(`in bulk opens to an administrator's key with ${scopes.join(', ')} as far as one by one`, async () => {
      const key = await createKey(kontor(), { scopes })
      for (const route of everyRoute.filter(({ action }) => isBulk(action))) {
        const verdict = expected(route, 'admin', scopes, false)
        for (const single of everyRoute.filter(({ entry, action }) => isDoneBy(route, entry, action))) {
          const body = { action: single.action.name, ids: ['none'], ...inputFor(single) }
          const answer = await kontor().post(route.path, body, withKey(key))
          const alone = expected(single, 'admin', scopes, false)
          assertVerdict(answer, verdict === 'allowed' ? alone : verdict, `${single.title} in bulk with ${scopes}`)
        }
      }
    })
  }

  for (const role of roleNames) {
    test(`in a batch opens to ${role} as far as one by one`, async () => {
      const { token } = people.get(role)!
      for (const route of everyRoute.filter(({ action }) => action.method !== 'GET')) {
        const { status, body } = await askInBatch(kontor(), route, { token })
        const verdict = expected(route, role, SCOPES, true)
        if (body.error.code === 'NOT_BATCHABLE') continue
        assert.deepEqual([status, body.error.code], [422, 'BATCH_FAILED'], route.title)
        const isLetIn = !['FORBIDDEN', 'INSUFFICIENT_SCOPE'].includes(body.error.details[0].code)
        assert.equal(isLetIn, verdict === 'allowed', `${route.title} in a batch as ${role}`)
      }
    })
  }

  for (const role of roleNames) {
    test(`opens to a key of ${role} with every scope no wider than to the role ${role}`, async () => {
      const { id: owner } = await addUser(kontor().engine, role, { type: 'service', passwordHash: null })
      const key = await createKey(kontor(), { scopes: SCOPES, owner })
      for (const route of everyRoute) {
        const answer = await ask(kontor(), route, withKey(key))
        assertVerdict(answer, expected(route, role, SCOPES, false), `${route.title} as ${role}`)
      }
    })
  }

  test('on a record is told with the record, as far as promised', async () => {
    const world = await createWorld(kontor())
    const keys = await Promise.all(
      scopeSets
        .filter((some) => some.includes('read'))
        .map(async (scopes) => ({ scopes, options: withKey(await createKey(kontor(), { scopes })) })),
    )
    const readers = [
      ...roleNames.map((role) => ({
        role,
        scopes: SCOPES,
        isPerson: true,
        options: { token: people.get(role)!.token },
      })),
      ...keys.map((key) => ({ role: 'admin', isPerson: false, ...key })),
    ]
    const routes = everyRoute.filter(({ entry, path }) => entry.resource.name in world.records && path.includes('/:id'))
    let count = 0
    for (const { role, scopes, isPerson, options } of readers) {
      for (const [name, some] of Map.groupBy(routes, ({ entry }) => entry.resource.name)) {
        const { status, body } = await kontor().get(`${world.addressOf(name)}?include=permitted`, options)
        if (status !== 200) continue
        const { delete: removal, actions } = body.data.permitted
        for (const route of some.filter(({ action }) => !['read', 'update'].includes(action.name))) {
          const told = route.action.name === 'delete' ? removal : actions[route.action.name]
          assertTold(told, expected(route, role, scopes, isPerson), `${route.title} as ${role} with ${scopes}`)
          count++
        }
      }
    }
    assert.ok(count > 100, `${count} verdicts`)
  })

  test('shows by expand exactly the records that the role and the scopes open', async () => {
    const world = await createWorld(kontor())
    const keys = await Promise.all(
      scopeSets
        .filter((some) => some.includes('read'))
        .map(async (scopes) => ({ role: 'admin', scopes, options: withKey(await createKey(kontor(), { scopes })) })),
    )
    const persons = roleNames.map((role) => ({ role, scopes: SCOPES, options: { token: people.get(role)!.token } }))
    const readOf = (name: string) =>
      everyRoute.find(({ entry, action }) => entry.resource.name === name && action.name === 'read')!
    let [shown, left] = [0, 0]
    for (const { role, scopes, options } of [...persons, ...keys]) {
      for (const name of Object.keys(world.records)) {
        for (const { path, parents, name: field, target } of referencesOf(readOf(name).entry.resource).values()) {
          const { status, body } = await kontor().get(`${world.addressOf(name)}?expand=${path}`, options)
          if (status !== 200) continue // it may not read the record itself, or the id is hidden
          const holders = parents.length > 0 ? body.data[parents[0]!] : [body.data]
          for (const { [field]: id, expanded } of holders) {
            if (id === null) continue
            const { permissions } = shippedRoles.find((one) => one.name === role)!
            const isOthers = permissionOn(permissions, target).own === true // the administrator has created all of them
            const isOpen = expected(readOf(target.name), role, scopes, false) === 'allowed' && !isOthers
            assert.equal(expanded[field]?.id, isOpen ? id : undefined, `${path} of ${name} as ${role} with ${scopes}`)
            if (isOpen) shown++
            else left++
          }
        }
      }
    }
    assert.ok(shown > 50 && left > 20, `${shown} shown, ${left} left out`)
  })

  test('is closed to requests without a credential, unless it is for signing in', async () => {
    for (const route of everyRoute.filter(({ action }) => action.access !== 'public')) {
      assertRefused(await ask(kontor(), route, { token: null }), 401, 'UNAUTHORIZED')
    }
    const open = everyRoute.filter(({ action }) => action.access === 'public').map(({ title }) => title)
    assert.deepEqual(open, [
      'POST /auth/login',
      'POST /auth/refresh',
      'POST /auth/forgot-password',
      'POST /auth/password-links/look-up',
      'POST /auth/password-links/redeem',
    ])
  })
})

onEveryDatabase('Every route, through an app', (kind) => {
  const site = siteFor(kind)
  before(() => createItem(site().kontor)) // so that the company is not filled with demo data

  for (const scopes of scopeSets.filter((some) => some.length > 0)) {
    test(`opens with ${scopes.join(', ')} as far as promised`, async () => {
      const app = await appAt(site(), await site().register())
      const { tokens } = await connect(site(), app, { scope: scopes.join(' ') })
      for (const route of everyRoute) {
        const answer = await ask(site().kontor, route, { token: tokens.access_token })
        assertVerdict(answer, expected(route, 'admin', scopes, false), `${route.title} with ${scopes}`)
      }
    })
  }
})
