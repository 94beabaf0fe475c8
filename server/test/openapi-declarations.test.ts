import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeAction } from '../src/core/action.ts'
import { OPERATORS } from '../src/core/lists/list-query.ts'
import { stockActions } from '../src/core/stock-actions.ts'
import { describeApi } from '../src/http/openapi/document.ts'
import { choice, date, flag, group, instant, integer, lines, list, money, ref, text } from '../src/model/fields.ts'
import { defineResource } from '../src/model/resource.ts'
import { describedApi, type Json } from './support/openapi.ts'

const safes = defineResource({
  name: 'safes',
  singular: 'wall safe',
  idPrefix: 'saf',
  title: 'label',
  description: 'Made up to hold every kind of field.',
  fields: {
    label: text({ required: true, example: 'Office' }),
    pin: text({ required: true, secret: true }),
    pinHash: text({ readOnly: true, secret: true }),
    serial: text({ readOnly: true, filled: true }),
    checkedOn: date({ filled: true, example: '2026-01-31' }),
    expectedWorth: money({ transient: true }),
    colour: choice(['grey', 'black'], { description: 'Of the door.' }),
    combination: text({ readOnly: true, shownOnce: true }),
    owner: ref('safes'),
    boughtOn: date(),
    room: group({ number: integer({ required: true, min: 1 }), floor: integer() }),
    tags: list(text({ max: 20 })),
    contents: lines(
      { what: text({ required: true }), worth: money({ default: 0 }), seal: text({ secret: true }) },
      { min: 1 },
    ),
    openings: list(group({ at: instant({ required: true }), by: ref('safes', { required: true }) }), {
      readOnly: true,
      computed: true,
    }),
    isFull: flag({ readOnly: true, computed: true, alsoFilter: [], default: false }),
    state: choice(['open', 'shut'], { readOnly: true, default: 'open', alsoFilter: ['ajar'] }),
  },
})

describe('The OpenAPI document of a made-up resource', () => {
  const openSafe = writeAction({
    name: 'open-door',
    method: 'POST',
    path: '/:id/door',
    summary: 'Open the door',
    access: 'update',
    sensitive: true,
    status: 200,
    problems: ['RESOURCE_IN_USE'],
    input: { pin: text({ required: true }) },
    output: group({ openedAt: instant({ required: true }), by: text() }),
    run: async () => undefined,
  })
  const entries = [{ resource: safes, actions: [...stockActions(safes), openSafe] }]
  const api = describedApi(
    JSON.parse(
      JSON.stringify(describeApi({ entries, version: '1.2.3', origin: 'https://kontor.example', root: '/api/v1' })),
    ),
  )
  const { schemas } = api.document.components

  test('is whole and consistent', () => {
    assert.deepEqual(api.unfitExamples(), [])
    assert.deepEqual(api.document.servers, [{ url: 'https://kontor.example' }])
    assert.deepEqual(
      api.operations.slice(0, 8).map(({ described }) => described.operationId),
      [
        'listWallSafes',
        'createWallSafe',
        'getWallSafe',
        'updateWallSafe',
        'patchWallSafe',
        'deleteWallSafe',
        'openWallSafeDoor',
        'getRecordHistory',
      ],
    )
  })

  test('never shows a secret; a client can only send it', () => {
    const { WallSafe, CreateWallSafeInput } = schemas
    assert.ok(!('pin' in WallSafe.properties) && !('pinHash' in WallSafe.properties))
    assert.ok(!('seal' in WallSafe.properties.contents.items.properties))
    assert.ok('pin' in CreateWallSafeInput.properties)
    assert.ok(!('pinHash' in CreateWallSafeInput.properties))
    const filters = api.operation('GET', '/api/v1/safes').parameters.map(({ name }: Json) => name)
    assert.ok(filters.includes('room.floor') && !filters.includes('pin') && !filters.includes('pinHash'))
  })

  test('shows a transient field only in what a client sends', () => {
    const { WallSafe, CreateWallSafeInput } = schemas
    assert.ok(!('expectedWorth' in WallSafe.properties))
    assert.ok('expectedWorth' in CreateWallSafeInput.properties)
    assert.ok(!('expectedWorth' in WallSafe.examples[0]))
    const names = api.operation('GET', '/api/v1/safes').parameters.map(({ name }: Json) => name)
    assert.ok(!names.includes('expectedWorth'))
  })

  test('a field that the service fills in is never null in a record, though it need not be sent', () => {
    const { WallSafe, CreateWallSafeInput } = schemas
    assert.deepEqual([WallSafe.properties.serial.type, WallSafe.properties.checkedOn.type], ['string', 'string'])
    assert.deepEqual(CreateWallSafeInput.properties.checkedOn.type, ['string', 'null'])
  })

  test('describes the entries of a computed list, and does not limit them', () => {
    const { items, maxItems } = schemas.WallSafe.properties.openings
    assert.deepEqual([Object.keys(items.properties), maxItems], [['at', 'by'], undefined])
  })

  test('contains the words that a filter accepts beside the values of the field', () => {
    const parameters = api.operation('GET', '/api/v1/safes').parameters
    const filterBy = (name: string) =>
      api.resolve(parameters.find((parameter: Json) => parameter.name === name).schema).anyOf
    const [equal, operators] = filterBy('state')
    assert.deepEqual(equal.enum, ['open', 'shut', 'ajar', 'null'])
    assert.deepEqual(Object.keys(api.resolve(operators).properties), [...OPERATORS])
    // There is no text to compare a pattern with.
    assert.ok(!('like' in api.resolve(filterBy('isFull').at(-1)).properties))
  })

  test('requires mandatory fields for a creation, and none for an update', () => {
    const { CreateWallSafeInput: create, UpdateWallSafeInput: update } = schemas
    assert.deepEqual(create.required, ['label', 'pin', 'room'])
    assert.deepEqual(create.properties.room.required, ['number'])
    assert.deepEqual(create.properties.room.type, 'object')
    assert.deepEqual([update.required, update.properties.room.required], [undefined, undefined])
    // A line is replaced as a whole, so it must be whole.
    assert.deepEqual(update.properties.contents.items.required, ['what'])
    assert.equal(update.properties.contents.minItems, 1)
    for (const { additionalProperties } of [create, update, create.properties.room, update.properties.contents.items])
      assert.equal(additionalProperties, false)
  })

  test('says which fields may be null', () => {
    const { WallSafe } = schemas
    assert.deepEqual(WallSafe.properties.boughtOn.type, ['string', 'null'])
    assert.deepEqual(WallSafe.properties.colour.anyOf, [{ type: 'string', enum: ['grey', 'black'] }, { type: 'null' }])
    assert.equal(WallSafe.properties.colour.description, 'Of the door.')
    assert.equal(WallSafe.properties.label.type, 'string')
  })

  test('requires in a record every field that is always answered, also in groups and lines', () => {
    const { required, properties } = schemas.WallSafe
    assert.deepEqual(
      required,
      Object.keys(properties).filter((name) => !['permitted', 'expanded', 'combination'].includes(name)),
    )
    assert.deepEqual(properties.room.required, ['number', 'floor'])
    assert.deepEqual(properties.contents.items.required, ['id', 'what', 'worth'])
  })

  test('leaves out of a body what only the service writes', () => {
    for (const { properties } of [schemas.CreateWallSafeInput, schemas.UpdateWallSafeInput])
      for (const name of ['id', 'serial', 'openings', 'isFull', 'state', 'createdAt', 'version', 'permitted'])
        assert.ok(!(name in properties), name)
  })

  test('says a default in words, because generators would take a field with the keyword for a required one', () => {
    const { contents, colour } = schemas.CreateWallSafeInput.properties
    assert.equal(contents.items.properties.worth.description, 'Default: `0`.')
    assert.equal(colour.description, 'Of the door.')
    for (const name of Object.keys(schemas).filter((candidate) => candidate.endsWith('Input')))
      assert.ok(!JSON.stringify(schemas[name]).includes('"default":'), name)
  })

  test('describes an action of its own: body, answer, problems, no repetition of what is sensitive', () => {
    const { parameters, responses } = api.operation('POST', '/api/v1/safes/{id}/door')
    assert.deepEqual(
      parameters.map(({ name }: Json) => name),
      ['id', 'dryRun'],
    )
    assert.ok(api.codesOf('POST', '/api/v1/safes/{id}/door', 422).includes('RESOURCE_IN_USE'))
    assert.deepEqual(responses[200].content['application/json'].schema.properties.data, {
      $ref: '#/components/schemas/OpenWallSafeDoorOutput',
    })
    assert.deepEqual(schemas.OpenWallSafeDoorOutput.required, ['openedAt', 'by'])
    assert.deepEqual(api.bodies('POST', '/api/v1/safes/{id}/door'), [{ pin: '<pin>' }])
  })
})
