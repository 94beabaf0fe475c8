import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutOf } from '../../src/features/export/columns.ts'
import { EXTERNAL_IDS } from '../../src/model/keys/external-ids.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { type FileType, importedFile, upload, workbookOf } from '../imports/files.ts'
import { countsOf, csvOf, ended, imported } from '../imports/importing.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { type DescribedApi, describedApi, type Json } from '../support/openapi.ts'
import { assertInvalid, assertRefused, itemBody, read } from '../support/records.ts'
import { created, createWorld, type World } from '../support/world.ts'

/** Names of what every JavaScript object inherits, or that change what it inherits. */
const INHERITED = ['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'] as const
/** Those that JSON bodies may use as keys. `__proto__` is refused wherever it stands. */
const KEYS = INHERITED.filter((name) => name !== '__proto__')
const REFUSED_SYSTEMS = ['__proto__', 'constructor', 'prototype']
const withIds = created.filter(({ fields }) => Object.hasOwn(fields, EXTERNAL_IDS))

interface Sent {
  readonly method: string
  readonly url: string
  readonly payload?: string
}

/** Signing in and out would end the session of the test; a stream of events does not end. */
const isLeftOut = ({ path }: { path: string }) => /^\/(oauth|api\/v1\/auth\/(log|sessions|refresh|password))/.test(path)

onEveryDatabase('A name that a client chooses', (kind) => {
  const kontor = kontorFor(kind)

  test('may be that of an inherited property in every address, parameter and body: no request fails', async () => {
    const world = await createWorld(kontor())
    const api = describedApi(world.withRealIds((await kontor().get('/openapi.json')).body))
    const requests = api.operations.filter((one) => !isLeftOut(one)).flatMap((one) => requestsTo(api, world, one))
    assert.ok(requests.length > 1_000, `${requests.length}`)
    for (const request of requests) {
      const { method, url, payload } = request
      const { statusCode, body } = await kontor().app.server.inject({
        method: method as 'GET',
        url,
        headers: {
          authorization: `Bearer ${kontor().token}`,
          ...(payload !== undefined && { 'content-type': 'application/json' }),
        },
        ...(payload !== undefined && { payload }),
      })
      assert.ok(statusCode < 500, `${method} ${url} ${payload ?? ''}: ${statusCode} ${body.slice(0, 300)}`)
      assert.doesNotMatch(body, /\[native code\]|\[object /, `${method} ${url}`)
    }
  })

  for (const { name } of withIds) {
    test(`is refused as the name of a system of ${name} if programs give it a meaning of its own`, async () => {
      const { bodyOf } = await worldOf(kontor())
      for (const system of REFUSED_SYSTEMS) {
        const text = JSON.stringify(bodyOf(name)).replace(/\}$/, `,"externalIds":{"${system}":"1"}}`)
        const answer = await kontor().call('POST', `/${name}`, { text })
        if (system === '__proto__') assertRefused(answer, 400, 'INVALID_JSON')
        else assert.match(assertInvalid(answer, EXTERNAL_IDS).externalIds!, /cannot be the name of a system/)
        for (const method of ['GET', 'PUT'])
          assertRefused(
            await kontor().call(method, `/${name}/by/externalIds.${system}/1`, method === 'PUT' ? { body: {} } : {}),
            400,
            'INVALID_PARAMETER',
          )
        assertRefused(await kontor().get(`/${name}?externalIds.${system}=1`), 400, 'INVALID_FILTER')
        assertRefused(await kontor().get(`/${name}?fields=externalIds.${system}`), 400, 'INVALID_PARAMETER')
      }
      for (const query of ['', '?for=spreadsheet', '?format=ndjson'])
        assert.equal((await kontor().get(`/${name}/export${query}`)).status, 200, query)
    })
  }

  test('is an ordinary name of a column of CSV, workbooks and NDJSON', async () => {
    const header = ['itemCode', 'itemName', ...INHERITED]
    const row = (code: string) => [code, 'Vice', ...INHERITED.map(() => 'x')]
    const files: Record<FileType, string | Buffer> = {
      csv: csvOf(header, row('CSV')),
      xlsx: await workbookOf([header, row('XLSX')].map((cells) => cells.map((value) => ({ value, type: String })))),
      ndjson: `{${header.map((name, index) => `"${name}":"${row('NDJSON')[index]}"`).join()}}`,
    }
    for (const [type, content] of Object.entries(files)) {
      const answer = await upload(kontor(), type as FileType, content)
      assert.ok([201, 422].includes(answer.status), answer.text)
      if (answer.status === 422) continue // a format may refuse columns that it does not know
      // A row of NDJSON is the body of a request, which has no unknown fields.
      const counts = type === 'ndjson' ? [0, 0, 0, 1] : [1, 0, 0, 0]
      assert.deepEqual(countsOf(await importedFile(kontor(), type as FileType, content)), counts, type)
    }
  })

  test('is an ordinary name in a mapping of columns', async () => {
    const csv = csvOf(['itemCode', ...KEYS], ['MAPPED', ...KEYS.map((name) => `of ${name}`)])
    for (const name of KEYS) {
      const job = await imported(kontor(), csv, {
        mapping: { itemCode: 'itemCode', [name]: 'itemName' },
        mode: 'upsert',
      })
      assert.equal(job.failed, 0, JSON.stringify(job))
      assert.equal((await read(kontor(), '/items/by/itemCode/MAPPED')).itemName, `of ${name}`)
    }
    for (const path of INHERITED) {
      const refused = await kontor().post('/imports', { resource: 'items', csv, mapping: { itemCode: path } })
      assertInvalid(refused, 'mapping.itemCode')
    }
    const { body } = await kontor().post('/imports', { resource: 'items', csv: csvOf([...KEYS], KEYS) })
    assert.deepEqual((await ended(kontor(), body.data)).mapping, {})
  })

  test('is an ordinary name of an operation of a batch, and names no field of its result', async () => {
    for (const ref of ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'prototype']) {
      const first = () => ({ method: 'POST', path: '/items', body: itemBody(), ref })
      const second = (category: string) => ({ method: 'POST', path: '/items', body: itemBody({ category }) })
      const good = await kontor().post('/batch', { operations: [first(), second(`$${ref}.itemCode`)] })
      assert.equal(good.status, 200, good.text)
      assert.equal(good.body.data[1].data.category, good.body.data[0].data.itemCode)
      for (const name of INHERITED) {
        const wrong = await kontor().post('/batch', { operations: [first(), second(`$${ref}.${name}`)] })
        assert.match(wrong.text, /has no field/)
      }
    }
  })

  test('is refused in the maps of roles and API keys unless it names a resource', async () => {
    for (const name of KEYS) {
      const permissions = { [name]: { can: ['read'] } }
      assertRefused(
        await kontor().post('/roles', { name: `with-${name.toLowerCase()}`, permissions }),
        422,
        'VALIDATION_ERROR',
      )
      const key = { name: 'Key', scopes: ['read'], expiresAt: '2099-01-01T00:00:00Z', resources: { [name]: ['read'] } }
      assertRefused(await kontor().post('/api-keys', key), 422, 'VALIDATION_ERROR')
    }
  })
})

test('a record of an older version that has an id in a system called "constructor" spoils no column of others', () => {
  const { columns } = layoutOf(items, [], { systems: REFUSED_SYSTEMS })
  const external = columns.filter(({ name }) => name.startsWith('externalIds.'))
  assert.equal(external.length, REFUSED_SYSTEMS.length)
  for (const { valueIn } of external) assert.equal(valueIn({ externalIds: { shop: '1' } }), undefined)
})

const worlds = new WeakMap<Kontor, Promise<World>>()
const worldOf = (kontor: Kontor): Promise<World> => worlds.getOrInsertComputed(kontor, () => createWorld(kontor))

/** Requests in which one name stands where another was expected. */
function requestsTo(api: DescribedApi, world: World, { method, path, described }: Json): Sent[] {
  const at = (part: string) => path.replaceAll(/\{\w+\}/g, part)
  const record = world.records[path.split('/')[3]]?.id ?? 'x'
  const parameters: Json[] = (described.parameters ?? []).filter((one: Json) => one.in === 'query')
  // Filters are many, and all are read by the same code.
  const plain = parameters.filter(({ style, name }) => style !== 'deepObject' && !name.includes('.'))
  const isJson = described.requestBody?.content['application/json'] !== undefined
  const [body] = isJson ? (api.bodies(method, path) ?? []) : []
  const queries = [
    `${nextName()}=1`,
    `${nextName()}[gt]=1`,
    `id[${nextName()}]=1`,
    ...plain.map((one) => `${one.name}=${nextName()}`),
  ]
  return [
    { method, url: at(nextName()) },
    ...(method === 'GET' ? queries.map((query) => ({ method, url: `${at(record)}?${query}` })) : []),
    ...(body ? withKeys(body).map((payload) => ({ method, url: `${at(record)}?dryRun=true`, payload })) : []),
  ]
}

let names = 0
/** Each in its turn: which of them it is makes no difference to most places. */
const nextName = () => INHERITED[names++ % INHERITED.length]!

/** The body with all these names as further keys of each object in it, in turn. */
function withKeys(value: Json): string[] {
  if (Array.isArray(value))
    return value.flatMap((part, index) =>
      withKeys(part).map(
        (text) => `[${value.map((one, other) => (other === index ? text : JSON.stringify(one))).join()}]`,
      ),
    )
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const written = (changed?: string, text?: string) =>
    entries.map(([key, part]) => `${JSON.stringify(key)}:${key === changed ? text : JSON.stringify(part)}`)
  return [
    `{${[...written(), ...KEYS.map((name) => `"${name}":"x"`)].join()}}`,
    `{${[...written(), ...KEYS.map((name) => `"${name}":{"can":["read"]}`)].join()}}`,
    ...entries.flatMap(([key, part]) => withKeys(part).map((text) => `{${written(key, text).join()}}`)),
  ]
}
