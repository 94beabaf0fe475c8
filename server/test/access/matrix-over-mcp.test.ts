// What assistants are offered and allowed, held against the matrix of promised rights and against the API.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { everyResource, subjectsOf } from '../../src/app/every-resource.ts'
import { type Permission, type Permissions, RIGHTS, SCOPES } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { triesOf } from '../support/effort.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type CallOptions, type Kontor, kontorFor } from '../support/kontor.ts'
import { addRole, addUser } from '../support/people.ts'
import { everyRoute, type Route } from '../support/product.ts'
import { createItem } from '../support/records.ts'
import { expected, inPerson, nameOf, roleNames, scopeSets } from './matrix.ts'
import { ask } from './matrix-requests.ts'

/** The tool for each action of a resource; any other action that changes something is for `run_action`. */
const toolOfAction: Readonly<Record<string, string>> = {
  list: 'list_records',
  read: 'read_record',
  history: 'read_history',
  create: 'create_record',
  update: 'update_record',
  delete: 'delete_record',
  status: 'change_status',
}
/** Files, what does other actions to many records, and what names records by another field than the id. */
const notForAssistants = [
  'export',
  'pdf',
  'letterhead-preview',
  'get-logo',
  'set-logo',
  'template',
  'failed-rows',
  'bulk',
  'read-by-key',
  'upsert',
  'list-deliveries',
  'upload',
  'similar', // search finds them
  'get-numbering',
]
const OF_NO_RECORDS = ['auth', 'usage', 'events', 'search', 'reports', 'resources', 'batch']

/** The routes to records that an assistant can use by a tool. */
const usable = everyRoute.filter(
  (route) =>
    !OF_NO_RECORDS.includes(route.entry.path ?? route.entry.resource.name) &&
    !notForAssistants.includes(route.action.name) &&
    !route.action.sensitive && // a secret is for people
    !inPerson.includes(nameOf(route)),
)
const toolOf = ({ action }: Route): string => toolOfAction[action.name] ?? 'run_action'

async function send(kontor: Kontor, method: string, params: object, { headers, ...options }: CallOptions) {
  const accept = 'application/json, text/event-stream'
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const answer = await kontor.call('POST', 'root:/mcp', { ...options, body, headers: { ...headers, accept } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.result
}

interface OfferedTool {
  readonly name: string
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>> }
}

/** `list_records items`, and the names of further actions. */
async function offeredTo(kontor: Kontor, options: CallOptions): Promise<string[]> {
  const { tools } = (await send(kontor, 'tools/list', {}, options)) as { tools: readonly OfferedTool[] }
  const offered = tools.flatMap(({ name, inputSchema: { properties } }) => [
    ...(name === 'describe_resource' ? [] : (properties.resource?.enum ?? [])).map((resource) => `${name} ${resource}`),
    ...(properties.action?.enum ?? []),
  ])
  return offered.sort()
}

function offersFor(isAllowed: (route: Route) => boolean): string[] {
  const offers = usable.filter(isAllowed).flatMap((route) => {
    const offer = `${toolOf(route)} ${route.entry.resource.name}`
    return toolOf(route) === 'run_action' ? [offer, route.action.name] : [offer]
  })
  return [...new Set(offers)].sort()
}

/** The same request as the matrix sends to the API: to no record, with a body that lacks everything. */
function callFor({ entry, action }: Route) {
  const given = {
    resource: entry.resource.name,
    ...(action.path.includes(':id') && { id: 'none' }),
    ...(action.name === 'status'
      ? { status: entry.rules!.lifecycle!.moves[0]!.to }
      : action.input && { values: { unheardOf: 1 } }),
  }
  return toolOfAction[action.name] ? given : { ...given, action: action.name }
}

async function codeOverMcp(kontor: Kontor, route: Route, options: CallOptions): Promise<string> {
  const params = { name: toolOf(route), arguments: callFor(route) }
  const { structuredContent, isError } = await send(kontor, 'tools/call', params, options)
  return isError ? structuredContent.error.code : 'done'
}

async function codeOverApi(kontor: Kontor, route: Route, options: CallOptions): Promise<string> {
  const { status, body } = await ask(kontor, route, options)
  return status < 300 ? 'done' : body.error.code
}

const isRefusal = (code: string) => code === 'FORBIDDEN' || code === 'INSUFFICIENT_SCOPE'

/** Any role: rights on some resources, some of them for own records only or with hidden fields. */
const anyRole: fc.Arbitrary<Permissions> = fc
  .tuple(
    ...subjectsOf(everyResource()).map(({ name, fields }) => {
      const permission: fc.Arbitrary<Permission> = fc.record({
        can: fc.subarray([...RIGHTS]),
        own: fc.boolean(),
        hidden: fc.subarray(Object.keys(fields), { maxLength: 3 }),
      })
      return fc.option(permission).map((some) => (some ? { [name]: some } : {}))
    }),
  )
  .map((parts) => Object.assign({}, ...parts))
const anyScopes = fc.subarray([...SCOPES], { minLength: 1 })

onEveryDatabase('An assistant', (kind) => {
  const kontor = kontorFor(kind)
  before(() => createItem(kontor())) // so that the company is not filled with demo data

  const keyOf = async (role: string, scopes: readonly string[]) => {
    const { id: owner } = await addUser(kontor().engine, role, { type: 'service', passwordHash: null })
    return withKey(await createKey(kontor(), { scopes, owner }))
  }

  for (const role of roleNames) {
    test(`with a key of ${role} is offered exactly what is promised to the role ${role}`, async () => {
      const promised = offersFor((route) => expected(route, role, SCOPES, false) === 'allowed')
      assert.deepEqual(await offeredTo(kontor(), await keyOf(role, SCOPES)), promised)
    })
  }

  for (const scopes of scopeSets.filter((some) => some.length > 0)) {
    test(`with an administrator's key with ${scopes.join(', ')} is offered exactly what is promised`, async () => {
      const promised = offersFor((route) => expected(route, 'admin', scopes, false) === 'allowed')
      assert.deepEqual(await offeredTo(kontor(), withKey(await createKey(kontor(), { scopes }))), promised)
    })
  }

  test('of any role and scopes is allowed exactly what the API allows, and offered nothing else', async () => {
    const property = fc.asyncProperty(anyRole, anyScopes, async (permissions, scopes) => {
      const options = await keyOf(await addRole(kontor().engine, permissions), scopes)
      const allowed = new Set<Route>()
      for (const route of usable) {
        const code = await codeOverApi(kontor(), route, options)
        assert.equal(await codeOverMcp(kontor(), route, options), code, `${route.title} with ${scopes}`)
        if (!isRefusal(code)) allowed.add(route)
      }
      assert.deepEqual(
        await offeredTo(kontor(), options),
        offersFor((route) => allowed.has(route)),
      )
    })
    await fc.assert(property, { numRuns: triesOf(15), seed: 7 })
  })
})
