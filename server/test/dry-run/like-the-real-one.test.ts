import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { onEveryDatabase } from '../support/databases.ts'
import { assertUnchanged, dumpOf } from '../support/dump.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { newCode } from '../support/records.ts'
import { changeable, changes, created, createWorld, entries, type World } from '../support/world.ts'

/** What is refused is decided before the store; on PostgreSQL, comparing the whole database takes most of the time. */
const runsOn = (database: string) => (process.env.CI && database === 'SQLite' ? 400 : 80)

interface Attempt {
  readonly method: string
  readonly path: string
  readonly body?: object
}
type AttemptIn = (world: World) => Attempt

/** What a value in a body is replaced by: most of it is refused. */
const oddValue = fc.constantFrom<unknown>(null, '', ' ', 0, -1, 1e15, true, 'x', 'itm_none', [], {}, 'CODE-1', 99.999)
const oddities = fc.array(fc.tuple(fc.nat(30), oddValue), { maxLength: 2 })
type Oddities = readonly (readonly [field: number, value: unknown])[]

const fieldsByName = new Map(entries.map(({ resource }) => [resource.name, Object.keys(resource.fields)]))

function withOddities(name: string, body: object, odd: Oddities): object {
  const fields = fieldsByName.get(name)!
  return { ...body, ...Object.fromEntries(odd.map(([index, value]) => [fields[index % fields.length]!, value])) }
}

const creation = fc
  .tuple(fc.constantFrom(...created.map(({ name }) => name)), oddities)
  .map(([name, odd]): AttemptIn => {
    const body = name === 'items' ? { itemCode: newCode() } : {}
    return (world) => ({ method: 'POST', path: `/${name}`, body: withOddities(name, world.bodyOf(name, body), odd) })
  })

const change = fc.tuple(fc.constantFrom(...Object.keys(changes)), oddities).map(([name, odd]): AttemptIn => {
  const body = withOddities(name, changes[name]!, odd)
  return (world) => ({ method: 'PUT', path: world.addressOf(name), body })
})

const removal = fc.constantFrom(...changeable.map(({ name }) => name)).map(
  (name): AttemptIn =>
    (world) => ({ method: 'DELETE', path: world.addressOf(name) }),
)

const moves = entries.flatMap(({ resource, rules }) =>
  (rules?.lifecycle?.moves ?? []).map(({ to }): AttemptIn => {
    return (world) => ({ method: 'PUT', path: `${world.addressOf(resource.name)}/status`, body: { status: to } })
  }),
)

const administration = fc
  .tuple(fc.nat(3), fc.constantFrom('users', 'roles', 'api-keys', 'oauth-clients', 'webhooks'), oddities)
  .map(([number, name, odd]): AttemptIn => {
    const bodies = {
      users: { email: `user-${number}@example.com`, name: 'Anna', role: 'sales', password: 'a-password-for-tests' },
      roles: { name: `role-${number}`, permissions: { items: { can: ['read'] } } },
      'api-keys': { name: `Key ${number}`, scopes: ['read'] },
      'oauth-clients': { name: `App ${number}`, redirectUris: ['https://app.example.com/back'], scopes: ['read'] },
      webhooks: { url: 'https://shop.example.com/hook', events: ['items.*'], isActive: false },
    }
    const body = bodies[name]
    const names = Object.keys(body).filter((one) => one !== 'isActive') // an active webhook sends meanwhile
    const changed = odd.slice(0, 1).map(([index, value]) => [names[index % names.length]!, value])
    return () => ({ method: 'POST', path: `/${name}`, body: { ...body, ...Object.fromEntries(changed) } })
  })

const others = fc.constantFrom<AttemptIn>(
  ({ records }) => ({
    method: 'POST',
    path: '/invoices/from-order',
    body: { salesOrder: records['sales-orders'].id },
  }),
  ({ records }) => ({ method: 'POST', path: '/items/bulk', body: { action: 'delete', ids: [records.items.id, 'x'] } }),
)

const attempt = fc.oneof(creation, change, removal, fc.constantFrom(...moves), administration, others)

/** Made at random. A dry run does not show what is secret of it. */
const RANDOM = ['key', 'prefix', 'lastFour', 'clientId', 'clientSecret', 'secret']

/** Without what differs by nature: times, new ids, secrets, and the id of the request. */
function comparable({ status, text, body }: Answer, stored: string): unknown {
  const plain = JSON.parse(text || 'null', (key, value) => {
    if (key === 'requestId' || key === 'meta' || RANDOM.includes(key)) return undefined
    if (typeof value !== 'string') return value
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return '<time>'
    return value.replace(/\b[a-z]{2,3}_[0-9a-z]{20,}\b/g, (id) => (stored.includes(id) ? id : '<new>'))
  })
  const isGone = status === 204 || (status === 200 && body.data === null)
  return isGone ? 'deleted' : { status, plain, warnings: body.meta?.warnings }
}

onEveryDatabase('A dry run of any write', (kind) => {
  const kontor = kontorFor(kind)
  let world: World
  before(async () => {
    world = await createWorld(kontor())
  })

  test('leaves every table as it was, and is answered like the real request that follows', async () => {
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(attempt, async (attemptIn) => {
        const { method, path, body } = attemptIn(world)
        const stored = await dumpOf(kontor().engine)
        const options = body ? { body } : {}
        const tried = await kontor().call(method, `${path}?dryRun=true`, options)
        await assertUnchanged(kontor().engine, stored)
        const done = await kontor().call(method, path, options)
        const known = JSON.stringify(stored)
        assert.deepEqual(comparable(tried, known), comparable(done, known), `${method} ${path} ${JSON.stringify(body)}`)
        statuses.add(done.status)
        if (done.status === 204) world = await createWorld(kontor()) // so that later attempts find something
      }),
      { numRuns: runsOn(kind.name), endOnFailure: true },
    )
    assert.ok(
      [200, 201, 204, 422].every((status) => statuses.has(status)),
      [...statuses].join(),
    )
  })
})
