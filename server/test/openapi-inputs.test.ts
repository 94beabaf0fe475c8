import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Field, Fields } from '../src/model/fields.ts'
import { isWritable } from '../src/model/input.ts'
import { hasParts, hasRows } from '../src/model/kinds/field-kind.ts'
import type { Resource } from '../src/model/resource.ts'
import { catalog } from '../src/resources/catalog.ts'
import { onEveryDatabase } from './support/databases.ts'
import { fixtureOf } from './support/fixtures.ts'
import { kontorFor } from './support/kontor.ts'
import { type DescribedApi, describedApi, type Json } from './support/openapi.ts'
import { created, createWorld, type World } from './support/world.ts'

/** Values that sit on the edges of what some kind of field takes. */
const probes: readonly unknown[] = [
  ...[null, true, 'true', 0, -1, 0.0001, 0.00001, 1.5, 100, 101, 99_999_999_999.9999, 1e12],
  ...[' ', 'text', 'Product', 'DE', 'de', '2026-01-31', 'x'.repeat(64), 'x'.repeat(5000)],
  ...['a@example.com', 'https://example.com/a.png', 'javascript:alert(1)'],
  ...[[], ['https://example.com/a.png'], ['text'], [1], {}, { city: 'Ulm' }, { city: null }, { nonsense: 1 }],
]
/** Texts that people write in their own script. */
const foreign: readonly unknown[] = [
  'müller@example.com',
  ['https://example.com/schön.png'],
  ['https://münchen.example/'],
]

/** A body for every value in every field that a client may write, in the lines of a document too. */
function bodiesWith({ fields }: Resource, record: Json, values: readonly unknown[]): Json[] {
  const names = Object.keys(fields).filter((name) => isWritable(fields[name]!))
  return names.flatMap((name) => {
    const { kind, options } = fields[name]!
    const parts =
      kind.name === 'lines' ? Object.keys(options.fields!).filter((part) => isWritable(options.fields![part]!)) : []
    const [line] = parts.length > 0 ? writablePartOf(fields[name]!, record[name]) : []
    return values.flatMap((value) => [
      { [name]: value },
      ...parts.map((part) => ({ [name]: [{ ...line, [part]: value }] })),
    ])
  })
}

/** What a client may change of a record. */
const writableOf = (fields: Fields, record: Json): Json =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([name]) => fields[name] && isWritable(fields[name]))
      .map(([name, value]) => [name, writablePartOf(fields[name]!, value)]),
  )

function writablePartOf(field: Field, value: Json): Json {
  if (hasParts(field)) return writableOf(field.options.fields, value)
  if (!hasRows(field)) return value
  return value.map((line: Json) => ({ id: line.id, ...writableOf(field.options.fields, line) }))
}

onEveryDatabase('What the OpenAPI document promises of bodies', (kind) => {
  const kontor = kontorFor(kind)
  let api: DescribedApi
  let world: World
  before(async () => {
    api = describedApi((await kontor().get('/openapi.json', { token: null })).body)
    world = await createWorld(kontor())
  })

  for (const resource of catalog) {
    const { name } = resource
    const one = name === 'settings' ? '/api/v1/settings' : `/api/v1/${name}/{id}`

    /** A record of its own, cleared away again where that is possible. */
    async function withRecord(use: (record: Json, address: string) => Promise<void>): Promise<void> {
      if (!created.includes(resource)) return use(world.records[name], world.addressOf(name))
      const made = await kontor().post(`/${name}`, world.bodyOf(name, fixtureOf(name).draft))
      assert.equal(made.status, 201, made.text)
      const address = `/${name}/${made.body.data.id}`
      await use(made.body.data, address)
      await kontor().delete(address)
    }

    test(`${name}: what was received can be sent back whole, though the schema leaves out what only the service writes`, () =>
      withRecord(async (record, address) => {
        const body = writableOf(resource.fields, record)
        assert.deepEqual(api.faultsOf(api.bodySchema('PUT', one), body), [])
        const answer = await kontor().put(address, record)
        assert.equal(answer.status, 200, answer.text)
        const { version, updatedAt, ...rest } = record
        assert.deepEqual({ ...answer.body.data, ...rest }, answer.body.data)
      }))

    for (const [title, values] of [
      ['whatever the server takes, the schema takes', probes],
      ['the schema does not mind other scripts than the server', foreign],
      ['a text that is emptied is still as documented', ['']],
      ['no list holds nothing: null is no entry', [[null]]],
    ] as const) {
      test(`${name}: ${title}`, () =>
        withRecord(async (record, address) => {
          const schema = api.bodySchema('PUT', one)
          for (const body of bodiesWith(resource, record, values)) {
            const answer = await kontor().put(address, body)
            api.foresees('PUT', one, answer)
            if (answer.status === 200) assert.deepEqual(api.faultsOf(schema, body), [], JSON.stringify(body))
          }
        }))
    }
  }

  for (const { name, fields } of created) {
    test(`${name}: an unknown field, a wrong type and nothing at all are refused by schema and server alike`, async () => {
      const body = world.bodyOf(name)
      const [field] = Object.keys(fields).filter((candidate) => isWritable(fields[candidate]!))
      for (const wrong of [{ ...body, nonsense: 1 }, { ...body, [field!]: false }, {}]) {
        assert.notDeepEqual(api.faultsOf(api.bodySchema('POST', `/api/v1/${name}`), wrong), [])
        assert.equal((await kontor().post(`/${name}`, wrong)).status, 422)
      }
    })
  }
})
