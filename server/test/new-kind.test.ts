import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { migrations } from '../src/db/migrations/index.ts'
import { type Migration, optional, required } from '../src/db/schema-change.ts'
import { group, lines, list, text } from '../src/model/fields.ts'
import { defineResource } from '../src/model/resource.ts'
import { catalog } from '../src/resources/catalog.ts'
import { countsOf, imported } from './imports/importing.ts'
import { colour } from './support/colour-kind.ts'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'
import { describedApi, type Json } from './support/openapi.ts'
import { assertInvalid, assertRefused } from './support/records.ts'

const paints = defineResource({
  name: 'paints',
  singular: 'paint',
  idPrefix: 'pai',
  title: 'label',
  description: 'Made up to hold a kind of field that only the tests have.',
  fields: {
    label: text({ required: true, unique: true, example: 'Harbour' }),
    shade: colour({ required: true, indexed: true, counted: true }),
    can: group({ lid: colour({ description: 'Of the lid.' }) }),
    mixedFrom: list(colour(), { max: 3 }),
    coats: lines({ tint: colour({ required: true }) }),
  },
})

const paintsMigration: Migration = {
  name: '9003-paints',
  async up(schema) {
    const columns = {
      label: required.text,
      shade: required.text,
      can_lid: optional.text,
      mixedFrom: required.json,
      externalIds: required.json,
    }
    await schema.createRecords('paints', columns, { unique: ['label'], indexed: ['shade'], sorted: ['label'] })
    await schema.createLines('paints', 'coats', { tint: required.text })
  },
}

const [RED, GREEN, BLUE] = ['#ff0000', '#00ff00', '#0000ff'] as const

onEveryDatabase('A new kind of plain values is one file', (kind) => {
  const kontor = kontorFor(kind, { catalog: [...catalog, paints], migrations: [...migrations, paintsMigration] })
  const asked = (address: string) => address.replaceAll('#', '%23')
  const labels = async (query: string): Promise<string[]> => {
    const { status, body, text: answer } = await kontor().get(asked(`/paints?${query}`))
    assert.equal(status, 200, answer)
    return body.data.map(({ label }: Json) => label)
  }

  before(async () => {
    for (const [label, shade, lid] of [
      ['Poppy', RED, BLUE],
      ['Meadow', GREEN, null],
      ['Harbour', BLUE, RED],
    ] as const) {
      const { status, text: answer } = await kontor().post('/paints', { label, shade, can: { lid } })
      assert.equal(status, 201, answer)
    }
  })

  test('a colour is accepted and stored as its kind reads it: as a field, in a group, in a list and in lines', async () => {
    const sent = {
      shade: '#ABCDEF',
      can: { lid: '#00FF7F' },
      mixedFrom: [RED, '#00FF00'],
      coats: [{ tint: '#FFFFFF' }],
    }
    const { status, body } = await kontor().post('/paints', { label: 'Mixed', ...sent })
    assert.equal(status, 201)
    const { shade, can, mixedFrom, coats } = (await kontor().get(`/paints/${body.data.id}`)).body.data
    assert.deepEqual([shade, can.lid, mixedFrom, coats[0].tint], ['#abcdef', '#00ff7f', [RED, GREEN], '#ffffff'])
    assert.equal((await kontor().delete(`/paints/${body.data.id}`)).status, 204)
  })

  test('a wrong colour is refused with the message of its kind, wherever it stands', async () => {
    const wrong = { shade: 'red', can: { lid: 7 }, mixedFrom: [RED, '#ff'], coats: [{ tint: '' }] }
    const refused = await kontor().post('/paints', { label: 'Wrong', ...wrong })
    assertInvalid(refused, 'shade', 'can.lid', 'mixedFrom[1]', 'coats[0].tint')
    assert.equal(refused.body.error.details[0].message, 'Shade must be a colour such as #1e90ff.')
    assertInvalid(await kontor().post('/paints', { label: 'None' }), 'shade')
  })

  test('a list is filtered by a colour with every operator', async () => {
    assert.deepEqual(await labels(`shade=#FF0000`), ['Poppy'])
    assert.deepEqual(await labels(`shade[ne]=${RED}&sort=label&order=asc`), ['Harbour', 'Meadow'])
    assert.deepEqual(await labels(`shade[in]=${RED},${GREEN}&sort=label&order=asc`), ['Meadow', 'Poppy'])
    for (const [operator, expected] of Object.entries({
      gt: ['Poppy'],
      gte: ['Meadow', 'Poppy'],
      lt: ['Harbour'],
      lte: ['Harbour', 'Meadow'],
    })) {
      assert.deepEqual(await labels(`shade[${operator}]=${GREEN}&sort=label&order=asc`), expected, operator)
    }
    assert.deepEqual(await labels('shade[like]=ff00%25'), [])
    assert.deepEqual(await labels('shade[like]=%2300f%25'), ['Meadow'])
    assert.deepEqual(await labels('can.lid=null'), ['Meadow'])
    assert.deepEqual(await labels(`can.lid=${RED}`), ['Harbour'])
  })

  test('a filter by a wrong colour is refused with a message that names the value', async () => {
    const refused = await kontor().get('/paints?shade=red')
    assertRefused(refused, 400, 'INVALID_FILTER')
    assert.equal(refused.body.error.message, 'shade must be a colour such as #1e90ff, not "red".')
  })

  test('a list is sorted by a colour', async () => {
    assert.deepEqual(await labels('sort=shade&order=asc'), ['Harbour', 'Meadow', 'Poppy'])
    assert.deepEqual(await labels('sort=shade&order=desc'), ['Poppy', 'Meadow', 'Harbour'])
  })

  test('a colour is exported to CSV and imported from it as its kind writes and reads cells', async () => {
    const { text: csv } = await kontor().get('/paints/export?sort=label&order=asc&fields=label,shade,can,mixedFrom')
    const [harbour] = parse(csv, { columns: true }) as Json[]
    assert.deepEqual([harbour.label, harbour.shade, harbour['can.lid']], ['Harbour', '#0000FF', '#FF0000'])

    const table = 'label,shade,can.lid,mixedFrom\nHarbour,1E90FF,#00FF00,FF0000; #0000ff\nNew,#010203,,\nBad,blue,,'
    const job = await imported(kontor(), table, { resource: 'paints' })
    assert.deepEqual(countsOf(job), [1, 1, 0, 1])
    assert.match(JSON.stringify(job.errors), /Shade must be a colour such as #1e90ff/)
    const [changed, added] = (await kontor().get('/paints?label[in]=Harbour,New&sort=label&order=asc')).body.data
    assert.deepEqual([changed.shade, changed.can.lid, changed.mixedFrom], ['#1e90ff', GREEN, [RED, BLUE]])
    assert.deepEqual([added.shade, added.can.lid], ['#010203', null])
  })

  test('a changed colour appears in the history of its record', async () => {
    const [poppy] = (await kontor().get('/paints?label=Poppy')).body.data
    await kontor().put(`/paints/${poppy.id}`, { shade: '#FF0001', can: { lid: null } })
    const [change] = (await kontor().get(`/paints/${poppy.id}/history`)).body.data
    assert.deepEqual(change.changes, { shade: [RED, '#ff0001'], 'can.lid': [BLUE, null] })
  })

  test('GET /resources describes a colour under the name of its kind', async () => {
    const { data } = (await kontor().get('/resources/paints')).body
    const shade = data.fields.find(({ name }: Json) => name === 'shade')
    const { kind: name, isRequired, isSortable, isFilterable, isCounted } = shade
    assert.deepEqual([name, isRequired, isSortable, isFilterable, isCounted], ['colour', true, true, true, true])
    const tints = data.fields.find((field: Json) => field.name === 'coats').fields
    assert.equal(tints[0].kind, 'colour')
  })

  test('the OpenAPI document describes a colour in records, bodies, examples and filters', async () => {
    const document = (await kontor().get('/openapi.json')).body
    const api = describedApi(document)
    assert.deepEqual(api.unfitExamples(), [])
    const { Paint, ColourFilter } = document.components.schemas
    assert.deepEqual(Paint.properties.shade, { type: 'string', pattern: '^#[0-9a-f]{6}$' })
    assert.deepEqual(ColourFilter.anyOf[0], { type: 'string', pattern: '^#[0-9a-f]{6}$' })
    for (const body of api.bodies('POST', '/api/v1/paints')) assert.equal(body.shade, '#1e90ff')
    const { parameters } = api.operation('GET', '/api/v1/paints')
    const shade = parameters.find(({ name }: Json) => name === 'shade')
    assert.deepEqual(shade.schema, { $ref: '#/components/schemas/ColourFilter' })
  })
})
