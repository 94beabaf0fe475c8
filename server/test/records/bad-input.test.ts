import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Field, Fields } from '../../src/model/fields.ts'
import { isWritable } from '../../src/model/input.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, assertRefused, createItem, itemBody, leavingAsItWas, read } from '../support/records.ts'
import { created, createWorld, type World } from '../support/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape.
type AnyRecord = any

/** One value of every type that JSON has, and what each kind of field takes of them. */
const samples = { text: 'sample', number: 7, flag: true, list: [], object: {} }
type Sample = keyof typeof samples
const takes: { readonly [kind: string]: Sample } = {
  text: 'text',
  money: 'number',
  quantity: 'number',
  percent: 'number',
  integer: 'number',
  flag: 'flag',
  list: 'list',
  group: 'object',
  map: 'object',
  externalIds: 'object',
}

/** A list of lines that must not be empty takes none of the samples. */
const wrongFor = ({ kind, options }: Field) => {
  const fitting = kind.name === 'lines' && !options.min ? 'list' : takes[kind.name]
  return (Object.keys(samples) as Sample[]).filter((sample) => sample !== fitting)
}

interface Place {
  readonly path: string
  readonly field: Field
  /** What is to be sent, beside a whole body, to put the value there. */
  bodyWith(value: unknown, whole: AnyRecord): object
}

/** Every writable field: `address.city` stands inside an address, `items[0].rate` in the first line. */
function* writable(fields: Fields): Generator<Place> {
  for (const [name, field] of Object.entries(fields)) {
    if (!isWritable(field)) continue
    yield { path: name, field, bodyWith: (value) => ({ [name]: value }) }
    const isLines = field.kind.name === 'lines'
    for (const { path, field: part, bodyWith } of writable(field.options.fields ?? {})) {
      yield {
        path: `${name}${isLines ? '[0]' : ''}.${path}`,
        field: part,
        bodyWith: (value, whole) => ({
          [name]: isLines ? [{ ...whole[name][0], ...bodyWith(value, {}) }] : bodyWith(value, {}),
        }),
      }
    }
  }
}

onEveryDatabase('A value of the wrong type', (kind) => {
  const kontor = kontorFor(kind)
  let world: World
  before(async () => {
    world = await createWorld(kontor())
  })

  for (const resource of catalog) {
    const { name } = resource
    const isCreated = created.includes(resource)

    for (const { path, field, bodyWith } of writable(resource.fields)) {
      test(`in ${name}: ${path} takes nothing but what it is declared to hold`, async () => {
        const body = isCreated ? world.bodyOf(name) : {}
        const address = world.addressOf(name)
        const before = await read(kontor(), address)
        await leavingAsItWas(kontor(), name, async () => {
          for (const sample of wrongFor(field)) {
            const wrong = bodyWith(samples[sample], body)
            if (isCreated) assertInvalid(await kontor().post(`/${name}`, { ...body, ...wrong }), path)
            assertInvalid(await kontor().put(address, wrong), path)
          }
        })
        assert.deepEqual(await read(kontor(), address), before)
      })
    }
  }
})

onEveryDatabase('Bodies that were made to do harm', (kind) => {
  const kontor = kontorFor(kind)
  const post = (text: string) => leavingAsItWas(kontor(), 'items', () => kontor().call('POST', '/items', { text }))

  for (const text of [
    '{"__proto__":{"isActive":false},"itemCode":"P-1","itemName":"P"}',
    '{"itemCode":"P-1","itemName":"P","\\u005f_proto__":{}}',
    '{"itemCode":"P-1","itemName":"P","images":[{"__proto__":1}]}',
    '{"constructor":{"prototype":{"isActive":false}},"itemCode":"P-1","itemName":"P"}',
  ]) {
    test(`${text.slice(0, 40)}… is refused and reaches no prototype`, async () => {
      assertRefused(await post(text), 400, 'INVALID_JSON')
      assert.equal(({} as { isActive?: boolean }).isActive, undefined)
    })
  }

  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '', ' ', 'itemCode ', 'items.itemCode']) {
    test(`${JSON.stringify(name)} is no field`, async () => {
      assertInvalid(await post(JSON.stringify(itemBody({ [name]: 'x' }))), name)
    })
  }

  test('a text may speak of prototypes', async () => {
    assert.equal((await createItem(kontor(), { itemName: '"__proto__":' })).itemName, '"__proto__":')
  })

  test('a body nested without end is refused', async () => {
    assertRefused(await post(`{"itemCode":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), 400, 'INVALID_JSON')
    assertRefused(await post(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`), 400, 'INVALID_JSON')
  })

  test('a body of a hundred unknown fields is refused field by field, one of thousands as a whole', async () => {
    const unknown = (count: number) => {
      const names = Array.from({ length: count }, (_, index) => `unknown${index}`)
      return { names, text: JSON.stringify(itemBody(Object.fromEntries(names.map((name) => [name, 1])))) }
    }
    const { names, text } = unknown(100)
    assertInvalid(await post(text), ...names)
    assertRefused(await post(unknown(2000).text), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('the refusal of a very long name is short', async () => {
    const answer = await post(JSON.stringify(itemBody({ ['x'.repeat(60_000)]: 1 })))
    assert.equal(answer.status, 422)
    assert.ok(answer.body.error.message.length < 1000)
  })

  test('twenty images are kept, one more is refused', async () => {
    const images = (count: number) => Array.from({ length: count }, (_, index) => `https://example.com/${index}.png`)
    assert.equal((await createItem(kontor(), { images: images(20) })).images.length, 20)
    assertInvalid(await post(JSON.stringify(itemBody({ images: images(21) }))), 'images')
  })

  test('every wrong entry of a list is named', async () => {
    const images = ['x', 'https://example.com/a.png', 1, null, ['https://example.com/a.png'], {}]
    const answer = await post(JSON.stringify(itemBody({ images })))
    assertInvalid(answer, 'images[0]', 'images[2]', 'images[3]', 'images[4]', 'images[5]')
  })

  test('the longest web address is kept, a longer one refused', async () => {
    const address = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`
    assert.deepEqual((await createItem(kontor(), { images: [address(2000)] })).images, [address(2000)])
    assertInvalid(await post(JSON.stringify(itemBody({ images: [address(2001)] }))), 'images[0]')
  })
})
