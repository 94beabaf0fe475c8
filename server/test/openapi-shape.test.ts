// What generators of clients need of the OpenAPI document.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'
import { type DescribedApi, describedApi, type Json } from './support/openapi.ts'

/** The first word of every operationId. */
const VERBS = [
  ...['list', 'get', 'create', 'update', 'upsert', 'patch', 'delete', 'set', 'export', 'bulk', 'search', 'check'],
  ...[
    'correct',
    'convert',
    'allocate',
    'refund',
    'unrefund',
    'unallocate',
    'duplicate',
    'login',
    'logout',
    'refresh',
    'reauthenticate',
    'change',
    'request',
    'redeem',
    'look',
    'invite',
    'reset',
    'rotate',
  ],
  ...[
    'end',
    'revoke',
    'disconnect',
    'begin',
    'confirm',
    'add',
    'remove',
    'renew',
    'run',
    'cancel',
    'send',
    'replay',
    'retry',
    'upload',
  ],
]

onEveryDatabase('The OpenAPI document', (kind) => {
  const kontor = kontorFor(kind)
  let api: DescribedApi
  before(async () => {
    api = describedApi((await kontor().get('/openapi.json', { token: null })).body)
  })

  test('has shared examples, headers, parameters and responses, which operations refer to', () => {
    const { components, paths } = api.document
    for (const section of ['examples', 'headers', 'parameters', 'responses'])
      assert.ok(Object.keys(components[section]).length > 3, section)
    const uses = Map.groupBy(
      JSON.stringify(paths).matchAll(/"#(\/components\/(?:parameters|responses)\/[^"]+)"/g),
      ([, path]) => path,
    )
    for (const [path, all] of uses) assert.ok(all.length > 1, `${path} is used once, and could stand where it is used`)
    const inOperations = Object.values<Json>(paths).flatMap(({ parameters = [], ...methods }) => [
      ...parameters,
      ...Object.values<Json>(methods).flatMap((operation) => [
        ...(operation.parameters ?? []),
        ...Object.values<Json>(operation.responses),
      ]),
    ])
    const written = inOperations.filter(({ $ref }) => !$ref).map((part) => JSON.stringify(part))
    const twice = written.filter((part, index) => written.indexOf(part) !== index)
    assert.deepEqual(twice, [])
  })

  test('has parameters of all methods of a path beside them, and no others', () => {
    for (const [path, { parameters = [], ...methods }] of Object.entries<Json>(api.document.paths)) {
      const lists = Object.values<Json>(methods).map((operation) =>
        (operation.parameters ?? []).map((part: Json) => JSON.stringify(part)),
      )
      const common = lists.reduce((shared, list) => shared.filter((part: string) => list.includes(part)))
      assert.ok(lists.length === 1 || common.length === 0, `${path}: ${common}`)
      assert.ok(lists.length > 1 || parameters.length === 0, path)
    }
    const { parameters } = api.document.paths['/api/v1/items/{id}']
    assert.deepEqual(
      parameters.map(({ name, in: place }: Json) => [place, name]),
      [['path', 'id']],
    )
  })

  test('describes the body of a creation by that of an update, and says what else it requires', () => {
    const { CreateItemInput, UpdateItemInput } = api.document.components.schemas
    const update = { $ref: '#/components/schemas/UpdateItemInput' }
    const names = ['itemCode', 'itemName']
    const required = { type: 'object', properties: { itemCode: {}, itemName: {} }, required: names }
    assert.deepEqual(CreateItemInput.allOf, [update, required])
    assert.equal(UpdateItemInput.required, undefined)
    const body = { itemCode: 'A', itemName: 'B' }
    assert.deepEqual(api.faultsOf({ $ref: '#/components/schemas/CreateItemInput' }, body), [])
    for (const wrong of [{ itemCode: 'A' }, { ...body, itemName: null }, { ...body, nonsense: 1 }])
      assert.notDeepEqual(api.faultsOf({ $ref: '#/components/schemas/CreateItemInput' }, wrong), [])
  })

  test('names every list envelope after its record', () => {
    const { schemas } = api.document.components
    const isPaged = ({ parameters = [] }: Json) => parameters.some(({ name }: Json) => name === 'cursor')
    const lists = api.operations.filter(({ described }) => isPaged(described))
    assert.ok(lists.length > 15)
    const named: string[] = lists.map(
      ({ described }) => described.responses[200].content['application/json'].schema.$ref ?? described.operationId,
    )
    for (const reference of named) {
      const name = reference.split('/').at(-1)!
      assert.deepEqual(schemas[name].required, ['success', 'data', 'meta'])
      assert.equal(schemas[name].properties.data.items.$ref, `#/components/schemas/${name.replace(/List$/, '')}`)
    }
  })

  test('requires every field of a record, except what only some requests are answered with', () => {
    const { Item, Invoice, PricedLine, ApiKey, HistoryEntry, AuditLogEntry } = api.document.components.schemas
    const optionalIn = ({ properties, required }: Json) =>
      Object.keys(properties).filter((name) => !required.includes(name))
    assert.deepEqual(optionalIn(Item), ['expanded', 'permitted'])
    assert.deepEqual(optionalIn(Invoice), ['expanded', 'permitted'])
    const [usual, own] = Invoice.properties.items.items.allOf
    assert.equal(usual.$ref, '#/components/schemas/PricedLine')
    assert.deepEqual([optionalIn(PricedLine), optionalIn(own)], [['expanded'], []])
    assert.deepEqual(optionalIn(ApiKey), ['key', 'expanded', 'permitted'])
    assert.deepEqual(optionalIn(HistoryEntry), [])
    assert.ok('address' in AuditLogEntry.properties && !('address' in HistoryEntry.properties))
  })

  test('has no input with a default, a read-only or a write-only property', () => {
    for (const [name, schema] of Object.entries<Json>(api.document.components.schemas))
      if (name.endsWith('Input'))
        for (const keyword of ['"default":', '"readOnly":true', '"writeOnly":true'])
          assert.ok(!JSON.stringify({ ...schema, examples: [] }).includes(keyword), `${name} has ${keyword}`)
  })

  test('calls every operation by a verb and what it is done to', () => {
    const ids: string[] = api.operations.map(({ described }) => described.operationId)
    for (const id of ids) {
      assert.ok(VERBS.includes(/^[a-z]+/.exec(id)![0]), id)
      assert.ok(!/[A-Z]{2}/.test(id), `${id} has capitals side by side`)
    }
    const has = (...names: string[]) =>
      assert.deepEqual(
        names.filter((name) => !ids.includes(name)),
        [],
      )
    has('createApiKey', 'listApiKeys', 'createApp', 'listApps', 'getAuditLogEntry', 'listAuditLogEntries', 'patchItem')
  })

  test('knows what a bulk action is sent and answers, and what is wrong with the rows of an import', () => {
    const { BulkSalesOrdersInput, BulkOutput, Import, ErrorCode } = api.document.components.schemas
    assert.deepEqual(BulkSalesOrdersInput.properties.input.anyOf, [
      { $ref: '#/components/schemas/UpdateSalesOrderInput' },
      { $ref: '#/components/schemas/SetSalesOrderStatusInput' },
      { type: 'null' },
    ])
    const { results } = BulkOutput.properties
    assert.deepEqual(Object.keys(results.items.properties), ['id', 'title', 'ok', 'created', 'error', 'warnings'])
    assert.deepEqual(Import.properties.errors.items.required, ['row', 'field', 'message', 'value'])
    assert.equal(Import.properties.sample.items.items.type, 'string')
    assert.ok(ErrorCode.enum.includes('OUTCOME_UNKNOWN'))
  })

  test('describes a search that asks for one kind only, and types the score', async () => {
    const answer = await kontor().get('/search?q=bolt&types=items')
    assert.deepEqual(Object.keys(answer.body.data), ['items'])
    api.foresees('GET', '/api/v1/search', answer)
    assert.equal(api.document.components.schemas.Hit.properties.score.type, 'number')
  })

  test('lists the credential that generators try first before all others', () => {
    for (const { described } of api.operations)
      if (described.security.length > 0) assert.deepEqual(Object.keys(described.security[0]), ['bearer'])
  })
})
