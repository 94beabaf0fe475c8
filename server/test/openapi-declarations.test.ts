import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeAction } from '../src/core/action.ts'
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
        'listSafes',
        'createWallSafe',
        'getWallSafe',
        'updateWallSafe',
        'updateWallSafeByPatch',
        'deleteWallSafe',
        'getWallSafeHistory',
        'openWallSafeDoor',
      ],
    )
  })

  test('never shows a secret; one that a client gives is write-only', () => {
    const { WallSafe, CreateWallSafeInput } = schemas
    assert.ok(!('pin' in WallSafe.properties) && !('pinHash' in WallSafe.properties))
    assert.ok(!('seal' in WallSafe.properties.contents.items.properties))
    assert.equal(CreateWallSafeInput.properties.pin.writeOnly, true)
    assert.ok(!('pinHash' in CreateWallSafeInput.properties))
    const filters = api.operation('GET', '/api/v1/safes').parameters.map(({ name }: Json) => name)
    assert.ok(filters.includes('room.floor') && !filters.includes('pin') && !filters.includes('pinHash'))
  })

  test('shows a transient field only in what a client sends', () => {
    const { WallSafe, CreateWallSafeInput } = schemas
    assert.ok(!('expectedWorth' in WallSafe.properties))
    assert.equal(CreateWallSafeInput.properties.expectedWorth.writeOnly, true)
    const { data } = api.operation('GET', '/api/v1/safes/{id}').responses[200].content['application/json'].example
    assert.ok(!('expectedWorth' in data))
    const names = api.operation('GET', '/api/v1/safes').parameters.map(({ name }: Json) => name)
    assert.ok(!names.includes('expectedWorth'))
  })

  test('a field that the service fills in is never null in a record, though it need not be sent', () => {
    const { WallSafe, CreateWallSafeInput } = schemas
    assert.deepEqual([WallSafe.properties.serial.type, WallSafe.properties.checkedOn.type], ['string', 'string'])
    assert.deepEqual(CreateWallSafeInput.properties.checkedOn.type, ['string', 'null'])
  })

  test('describes the entries of a computed list, and does not limit them', () => {
    const { items, maxItems, readOnly } = schemas.WallSafe.properties.openings
    assert.deepEqual([Object.keys(items.properties), maxItems, readOnly], [['at', 'by'], undefined, true])
  })

  test('contains the words that a filter accepts beside the values of the field', () => {
    const parameters = api.operation('GET', '/api/v1/safes').parameters
    const filterBy = (name: string) => parameters.find((parameter: Json) => parameter.name === name).schema.anyOf
    const [equal, { properties }] = filterBy('state')
    assert.deepEqual(equal.enum, ['open', 'shut', 'ajar', 'null'])
    assert.deepEqual([properties.ne.enum, properties.gt.enum], [equal.enum, ['open', 'shut']])
    // There is no text to compare a pattern with.
    assert.ok(!('like' in filterBy('isFull').at(-1).properties))
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

  test('says which fields may be null, and which only the service writes', () => {
    const { WallSafe, UpdateWallSafeInput } = schemas
    assert.deepEqual(WallSafe.properties.boughtOn.type, ['string', 'null'])
    assert.deepEqual(WallSafe.properties.colour.anyOf, [{ type: 'string', enum: ['grey', 'black'] }, { type: 'null' }])
    assert.equal(WallSafe.properties.colour.description, 'Of the door.')
    assert.equal(WallSafe.properties.label.type, 'string')
    for (const name of ['id', 'createdAt', 'updatedAt', 'createdBy', 'version'])
      for (const { properties } of [WallSafe, UpdateWallSafeInput]) assert.equal(properties[name].readOnly, true, name)
  })

  test('describes an action of its own: body, answer, problems, no repetition of what is sensitive', () => {
    const { parameters, responses, requestBody } = api.operation('POST', '/api/v1/safes/{id}/door')
    assert.deepEqual(
      parameters.map(({ name }: Json) => name),
      ['id'],
    )
    assert.ok(responses[422].content['application/json'].examples.RESOURCE_IN_USE)
    assert.deepEqual(responses[200].content['application/json'].schema.properties.data, {
      $ref: '#/components/schemas/OpenWallSafeDoorOutput',
    })
    assert.deepEqual(schemas.OpenWallSafeDoorOutput.required, ['openedAt', 'by'])
    assert.deepEqual(requestBody.content['application/json'].examples, { complete: { value: { pin: '<pin>' } } })
  })
})
