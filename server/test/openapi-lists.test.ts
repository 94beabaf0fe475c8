import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { OPERATORS } from '../src/core/lists/list-query.ts'
import { searchFieldsOf } from '../src/core/lists/parse-list.ts'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'
import { type DescribedApi, describedApi, type Json } from './support/openapi.ts'
import { createWorld, listed } from './support/world.ts'

/** A value that the schema of a filter allows. */
function sampleOf({ type, format, anyOf, enum: choices }: Json): string {
  if (anyOf || format === 'date') return '2026-01-31'
  if (choices) return choices[0]
  return { number: '1.5', integer: '2', boolean: 'true' }[type as string] ?? 'some-text'
}

onEveryDatabase('What the OpenAPI document promises of lists', (kind) => {
  const kontor = kontorFor(kind)
  let api: DescribedApi
  before(async () => {
    api = describedApi((await kontor().get('/openapi.json', { token: null })).body)
    await createWorld(kontor())
  })

  const statusOf = async (address: string) => (await kontor().get(address)).status

  for (const resource of listed) {
    const { name } = resource
    const search = searchFieldsOf(resource).length > 0 ? ['search'] : []
    const parameters = (): Json[] => api.operation('GET', `/api/v1/${name}`).parameters

    test(`${name}: every documented filter is understood, and no other`, async () => {
      const filters = parameters().filter(({ style }) => style === 'deepObject')
      assert.ok(filters.length >= 9, `${filters.length} filters`)
      for (const { name: field, schema } of filters) {
        const { anyOf } = api.resolve(schema)
        const operators = api.resolve(anyOf.at(-1))
        assert.equal(operators.additionalProperties, false)
        const value = sampleOf(anyOf[0])
        assert.equal(await statusOf(`/${name}?${field}=${value}`), 200, field)
        assert.equal(await statusOf(`/${name}?${field}=null`), 200, field)
        for (const operator of OPERATORS) {
          const expected = operator in operators.properties ? 200 : 400
          assert.equal(await statusOf(`/${name}?${field}[${operator}]=${value}`), expected, `${field}[${operator}]`)
        }
      }
    })

    test(`${name}: every documented word of a choice is understood`, async () => {
      for (const { name: field, schema } of parameters()) {
        const [{ enum: words = [] }] = api.resolve(schema).anyOf ?? [{}]
        for (const word of words)
          for (const filter of [field, `${field}[ne]`, `${field}[in]`])
            assert.equal(await statusOf(`/${name}?${filter}=${word}`), 200, `${filter}=${word}`)
      }
    })

    test(`${name}: every documented order, field and parameter is understood`, async () => {
      const plain = parameters().filter(({ in: place, style }) => place === 'query' && !style)
      const sort = plain.find((parameter) => parameter.name === 'sort').schema
      assert.equal(sort.default, 'createdAt')
      for (const field of sort.enum) assert.equal(await statusOf(`/${name}?sort=${field}`), 200, field)
      assert.deepEqual(
        plain.map((parameter) => parameter.name),
        ['page', 'perPage', 'cursor', 'sort', 'order', ...search, 'updatedSince', 'includeTotal'],
      )
      const { enum: fields } = parameters().find((parameter) => parameter.name === 'fields').schema.items
      for (const field of fields) {
        const [record] = (await kontor().get(`/${name}?perPage=1&fields=${field}`)).body.data
        const [whole, part] = field.split('.')
        assert.deepEqual(Object.keys(record), [...new Set(['id', whole])])
        const shown = [record[whole]].flat()[0]
        if (part)
          assert.deepEqual(Object.keys(shown), Array.isArray(record[whole]) ? [...new Set(['id', part])] : [part])
      }
    })
  }
})
