import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { everyResource, subjectsOf } from '../../src/app/every-resource.ts'
import { type Actor, authorise, permissionOn, serviceActor } from '../../src/core/access.ts'
import { type Action, writeAction } from '../../src/core/action.ts'
import { Problem } from '../../src/core/problem.ts'
import type { Verdict as Told } from '../../src/model/permitted.ts'
import { type Right, SCOPES, type Scope } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, type CallOptions, type Kontor, kontorFor } from '../support/kontor.ts'
import { addUser, PASSWORD, type Person, signedIn } from '../support/people.ts'
import { everyRoute, type Route } from '../support/product.ts'
import { assertRefused, createItem } from '../support/records.ts'
import { shippedRoles } from '../support/shipped-roles.ts'
import { createWorld } from '../support/world.ts'
import { expected, letters, promised, roleNames, type Verdict } from './matrix.ts'

const scopeSets: readonly (readonly Scope[])[] = [[], ...SCOPES.map((scope) => [scope]), ['read', 'write'], SCOPES]

/** The routes of every server, noted as they are mounted. */
const mounted = new WeakMap<FastifyInstance, string[]>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const routes: string[] = []
  mounted.set(fastify, routes)
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) if (url.startsWith('/api/v1')) routes.push(`${verb} ${url}`)
  })
})

test('an action without declared access does not compile', () => {
  // @ts-expect-error: the access is missing.
  const action: Action = writeAction({ name: 'x', method: 'POST', path: '', summary: '', status: 204, run })
  assert.equal(action.access, undefined)
})
const run = async () => undefined

test('the shipped roles are those that are promised, and may do that and nothing else', () => {
  assert.deepEqual(shippedRoles.map(({ name }) => name).sort(), roleNames.toSorted())
  for (const { name, permissions } of shippedRoles) {
    for (const resource of subjectsOf(everyResource())) {
      const { can } = permissionOn(permissions, resource)
      const spelt = (Object.keys(letters) as Right[])
        .filter((right) => can.includes(right))
        .map((right) => letters[right])
      assert.equal(spelt.join(''), promised[name]![resource.name] ?? '', `${name} on ${resource.name}`)
    }
  }
})

test('every route is open to exactly the roles, scopes and kinds of credential that it is promised to', () => {
  let count = 0
  for (const route of everyRoute) {
    for (const { name: role, permissions } of shippedRoles) {
      for (const scopes of scopeSets) {
        for (const kind of ['session', 'key', 'app'] as const) {
          const credential = { kind, id: 'x' }
          const proven: Actor = { ...serviceActor, userId: 'usr_1', isProven: true }
          const actor: Actor = { ...proven, role, permissions, scopes, credential }
          const promise = expected(route, role, scopes, kind === 'session')
          // Which right a move needs is known once the record is: until then, reading it is enough.
          if (route.action.name === 'status' && promise === 'FORBIDDEN') continue
          assert.equal(verdictOf(actor, route), promise, `${route.title} as ${role} with ${scopes} by ${kind}`)
          count++
        }
      }
    }
  }
  assert.ok(count > 5000, `${count} combinations`)
})

test('every action that creates or changes what guards access is for a signed-in person only, or names its fields', () => {
  const guards = everyRoute.filter(({ entry, action }) => entry.resource.guardsAccess && !isRead(action))
  const isCovered = ({ entry, action }: Route) =>
    action.sessionOnly || (action.mode === 'update' && entry.resource.sessionOnlyFields !== undefined)
  const uncovered = guards.filter((route) => !isCovered(route)).map(({ title }) => title)
  assert.deepEqual(uncovered, [
    'POST /auth/login', // needs the password
    'POST /auth/refresh', // needs the refresh token of a session
    'POST /auth/forgot-password', // sends a link to the address of the user
    'POST /auth/password-links/look-up', // changes nothing
    'POST /auth/password-links/redeem', // needs the token of a link
    'PUT /settings', // the plan limits requests; it gives no access
    'POST /settings/demo-data',
    'DELETE /users/:id', // takes away
    'POST /users/bulk', // each record as if it were alone
    'POST /roles/bulk',
    'DELETE /api-keys/:id',
    'POST /api-keys/bulk',
    'DELETE /oauth-clients/:id',
    'POST /oauth-clients/bulk',
  ])
})

test('what gives access is changed only in a session whose user has confirmed it; nothing else asks for that', () => {
  const credential = { kind: 'session', id: 'x' } as const
  const admin = shippedRoles.find(({ name }) => name === 'admin')!
  const actor: Actor = { ...serviceActor, userId: 'usr_1', role: 'admin', permissions: admin.permissions, credential }
  const asked = everyRoute.filter((route) => refusalOf(actor, route) === 'REAUTHENTICATION_REQUIRED')
  assert.deepEqual(asked.map(({ title }) => title).sort(), [
    'DELETE /auth/two-factor/passkeys/:id',
    'DELETE /roles/:id',
    'DELETE /users/:id',
    'POST /api-keys',
    'POST /api-keys/:id/rotate',
    'POST /auth/two-factor/passkeys',
    'POST /auth/two-factor/passkeys/options',
    'POST /auth/two-factor/recovery-codes',
    'POST /oauth-clients',
    'POST /oauth-clients/:id/rotate-secret',
    'POST /roles',
    'POST /users',
    'POST /users/:id/invite',
    'POST /users/:id/password-link',
    'POST /users/:id/reset-two-factor',
    'POST /users/invitations',
    'PUT /api-keys/:id',
    'PUT /oauth-clients/:id',
    'PUT /roles/:id',
    'PUT /users/:id',
  ])
  for (const route of everyRoute) assert.equal(refusalOf({ ...actor, isProven: true }, route), undefined, route.title)
})

test('a user who must set up a second factor may do nothing but that, look at the own sign-in, and leave', () => {
  const credential = { kind: 'session', id: 'x' } as const
  const { permissions } = shippedRoles.find(({ name }) => name === 'admin')!
  const actor: Actor = { ...serviceActor, userId: 'usr_1', role: 'admin', permissions, credential, mustSetUp: true }
  for (const route of everyRoute) {
    const isOpen = route.entry.path === 'auth' && !/(app|apps|own-key|own-keys)$/.test(route.action.name)
    const refusal = refusalOf({ ...actor, isProven: true }, route)
    assert.equal(refusal, isOpen ? undefined : 'SECOND_FACTOR_SETUP_REQUIRED', route.title)
  }
})

const refusalOf = (actor: Actor, { entry, action }: Route) => {
  try {
    authorise(actor, entry.resource, action)
    return undefined
  } catch (error) {
    return (error as Problem).code
  }
}

const isRead = ({ method }: Action) => method === 'GET'

test('the fields that only a signed-in person may change are fields of their resource', () => {
  for (const { name, fields, sessionOnlyFields = [] } of everyResource())
    for (const field of sessionOnlyFields) assert.ok(fields[field], `${name} has no field ${field}`)
})

function verdictOf(actor: Actor, { entry, action }: Route): Verdict {
  try {
    authorise(actor, entry.resource, action)
    return 'allowed'
  } catch (error) {
    assert.ok(error instanceof Problem)
    const scope = error.details[0]?.message as Scope
    return error.code === 'INSUFFICIENT_SCOPE' ? `INSUFFICIENT_SCOPE ${scope}` : (error.code as 'FORBIDDEN')
  }
}

onEveryDatabase('Every route', (kind) => {
  const kontor = kontorFor(kind)
  const people = new Map<string, Person>()
  before(async () => {
    for (const role of roleNames) people.set(role, await signedIn(kontor(), role))
    await createItem(kontor()) // so that the company is not filled with demo data
  })

  test('under /api/v1 is an action of a resource, but for the description of the API', () => {
    const known = everyRoute.flatMap(({ action: { method }, path }) => {
      const verbs = method === 'PUT' ? ['PUT', 'PATCH'] : method === 'GET' ? ['GET', 'HEAD'] : [method]
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

/** What matters of an answer, told beforehand: whether role and credential are let in. */
function assertTold({ allowed, code }: Told, verdict: Verdict, title: string): void {
  const isLetIn = allowed || (code !== 'FORBIDDEN' && code !== 'INSUFFICIENT_SCOPE')
  assert.equal(isLetIn ? 'allowed' : code, verdict.split(' ')[0], title)
}

/** To no record, with a body that lacks everything: an admitted request is told that, and nothing happens. */
function ask(kontor: Kontor, { entry, action, path }: Route, options: CallOptions): Promise<Answer> {
  const body = action.name === 'status' ? { status: entry.rules!.lifecycle!.moves[0]!.to } : bodyFor(action)
  return kontor.call(action.method, path.replace(':id', 'none'), { ...options, ...(action.input && { body }) })
}

const bodyFor = ({ name }: Action) =>
  // A login that fails would be slowed down, and a change of password too.
  name === 'login' ? { email: 'unknown@example.com', password: PASSWORD.repeat(100) } : { unheardOf: 1 }

function assertVerdict(answer: Answer, verdict: Verdict, title: string): void {
  const { status, headers, body } = answer
  if (verdict === 'allowed') {
    assert.ok(![401, 403, 429, 500].includes(status), `${title}: ${answer.text}`)
    return
  }
  assert.equal(status, 403, `${title}: ${status} ${answer.text}`)
  const [code, scope] = verdict.split(' ')
  assertRefused(answer, 403, code!)
  if (!scope) return
  assert.deepEqual(body.error.details, [{ field: 'scope', message: scope }], title)
  assert.match(body.error.message, new RegExp(`"${scope}"`))
  assert.match(
    headers['www-authenticate']!,
    new RegExp(`^Bearer .*error="insufficient_scope", scope="${scope}"`),
    title,
  )
}
