import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { everyResource, subjectsOf } from '../../src/app/every-resource.ts'
import { accessResources } from '../../src/auth/administration.ts'
import { type Actor, authorise, permissionOn, serviceActor } from '../../src/core/access.ts'
import { type Action, type Context, writeAction } from '../../src/core/action.ts'
import { onlookerRefusal } from '../../src/core/moves.ts'
import { Problem } from '../../src/core/problem.ts'
import type { Field } from '../../src/model/fields.ts'
import { inEnglish } from '../../src/model/message.ts'
import type { Verdict as Told } from '../../src/model/permitted.ts'
import { referencesOf } from '../../src/model/references.ts'
import { type Right, SCOPES, type Scope } from '../../src/model/rights.ts'
import { appAt, connect, siteFor } from '../oauth/site.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, type CallOptions, type Kontor, kontorFor } from '../support/kontor.ts'
import { addUser, PASSWORD, type Person, signedIn } from '../support/people.ts'
import { everyRoute, type Route } from '../support/product.ts'
import { assertRefused, createItem } from '../support/records.ts'
import { shippedRoles } from '../support/shipped-roles.ts'
import { createWorld } from '../support/world.ts'
import { expected, fieldsInPerson, inPerson, letters, nameOf, promised, roleNames, type Verdict } from './matrix.ts'

const scopeSets: readonly (readonly Scope[])[] = [[], ...SCOPES.map((scope) => [scope]), ['read', 'write'], SCOPES]

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
          assert.equal(verdictOf(actor, route), promise, `${route.title} as ${role} with ${scopes} by ${kind}`)
          count++
        }
      }
    }
  }
  assert.ok(count > 5000, `${count} combinations`)
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

test('exactly the actions and fields of the column are declared to be for a signed-in person only', () => {
  const declared = everyRoute.filter(({ action }) => action.sessionOnly).map(nameOf)
  assert.deepEqual(declared.sort(), inPerson.toSorted())
  const fields = everyResource().flatMap(({ name, sessionOnlyFields }) =>
    sessionOnlyFields ? [[name, sessionOnlyFields]] : [],
  )
  assert.deepEqual(Object.fromEntries(fields), fieldsInPerson)
  for (const { name, fields: known, sessionOnlyFields = [] } of everyResource())
    for (const field of sessionOnlyFields) assert.ok(known[field], `${name} has no field ${field}`)
})

test('whatever gives access is created and changed by a signed-in person only, or closes the fields that give it', () => {
  const givesAccess = new Set(accessResources.filter(({ internal }) => !internal).map(({ name }) => name))
  const giving = everyRoute.filter(
    // Taking access away needs no person, and a bulk action does nothing but what other actions do.
    ({ entry, action }) => givesAccess.has(entry.resource.name) && WRITES.includes(action.method) && !isBulk(action),
  )
  assert.ok(giving.length > 5)
  for (const route of giving) {
    const closesFields = route.action.mode === 'update' && route.entry.resource.name in fieldsInPerson
    assert.ok(route.action.sessionOnly || closesFields, route.title)
  }
})

const WRITES: readonly string[] = ['POST', 'PUT']
const isBulk = ({ name }: Action) => name === 'bulk'

function verdictOf(actor: Actor, { entry, action }: Route): Verdict {
  try {
    const permission = authorise(actor, entry.resource, action)
    const isMove = action.name === 'status'
    // Which right a move needs depends on the status; a role without any of them is refused at once.
    const onlooker =
      isMove && onlookerRefusal({ actor, permission } as Context, entry.resource, entry.rules!.lifecycle!)
    if (onlooker) throw onlooker
    return 'allowed'
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.code === 'INSUFFICIENT_SCOPE'
      ? `INSUFFICIENT_SCOPE ${inEnglish(error.details[0]!.message) as Scope}`
      : (error.code as 'FORBIDDEN')
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

/** The actions on one record that a bulk action can do. */
const isDoneBy = (bulk: Route, { resource }: Route['entry'], { name }: Action): boolean =>
  resource === bulk.entry.resource && (bulk.action.input.action as Field).options.choices!.includes(name)

const inputFor = ({ entry, action }: Route) =>
  action.name === 'status' ? { input: { status: entry.rules!.lifecycle!.moves[0]!.to } } : {}

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
