import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { listed } from './walk.ts'

const NAMES = [
  'Bolt', 'bolt M8', 'BOLTED joint', 'Thunderbolt', '50% bolt', '50x bolt', 'a_b', 'axb', 'a\\b', 'ÄRMEL', 'Straße', 'ЖУК', '😀 grin', 'line one\nline two',
] // biome-ignore format: one line is enough for names

/** Every letter with a lower case of its own in the scripts of Europe and the Caucasus. */
const CAPITALS = [
  [0x41, 0x24f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x531, 0x556],
  [0x10a0, 0x10c5],
  [0x1e00, 0x1fff],
]
  .flatMap(([first, last]) =>
    Array.from({ length: last! - first! + 1 }, (_, index) => String.fromCodePoint(first! + index)),
  )
  .filter((letter) => /\p{Lu}/u.test(letter) && letter.toLowerCase() !== letter && letter !== 'İ')
const CHUNK = 40

onEveryDatabase('The operator like', (kind) => {
  const kontor = kontorFor(kind)
  const create = async (itemName: string, index: number, rest = {}) => {
    const { status } = await kontor().post('/items', { itemCode: `LIKE-${index}`, itemName, ...rest })
    assert.equal(status, 201)
  }
  const namesLike = async (pattern: string) => {
    const { data } = await listed(kontor(), '/items', { 'itemName[like]': pattern, sort: 'createdAt', order: 'asc' })
    return data.map(({ itemName }: { itemName: string }) => itemName)
  }
  before(async () => {
    for (const [index, name] of NAMES.entries()) {
      await create(name, index, { category: 'Names', sellingPrice: index + 0.25, isActive: index > 2 })
    }
  })

  test('a pattern without wildcards means "contains"', async () => {
    assert.deepEqual(await namesLike('bolt'), [
      'Bolt',
      'bolt M8',
      'BOLTED joint',
      'Thunderbolt',
      '50% bolt',
      '50x bolt',
    ])
  })

  test('a percent sign stands for any number of characters, and the pattern is the whole value then', async () => {
    assert.deepEqual(await namesLike('bolt%'), ['Bolt', 'bolt M8', 'BOLTED joint'])
    assert.deepEqual(await namesLike('%bolt'), ['Bolt', 'Thunderbolt', '50% bolt', '50x bolt'])
    assert.deepEqual(await namesLike('b%8'), ['bolt M8'])
    assert.deepEqual(await namesLike('%one%two'), ['line one\nline two'])
    assert.equal((await namesLike('%')).length, NAMES.length)
  })

  test('an underscore stands for exactly one character, an emoji included', async () => {
    assert.deepEqual(await namesLike('a_b'), ['a_b', 'axb', 'a\\b'])
    assert.deepEqual(await namesLike('_ grin'), ['😀 grin'])
    assert.deepEqual(await namesLike('____'), ['Bolt'])
  })

  test('a backslash takes the meaning from what follows it', async () => {
    assert.deepEqual(await namesLike('a\\_b'), ['a_b'])
    assert.deepEqual(await namesLike('50\\%'), ['50% bolt'])
    assert.deepEqual(await namesLike('50\\%%'), ['50% bolt'])
    assert.deepEqual(await namesLike('a\\\\b'), ['a\\b'])
    assert.deepEqual(await namesLike('\\b\\o\\l\\t\\ed%'), ['BOLTED joint'])
    assert.deepEqual(await namesLike('\\'), ['a\\b'], 'at the end it stands for itself')
  })

  test('case does not matter, beyond ASCII too', async () => {
    assert.deepEqual(await namesLike('ärm%'), ['ÄRMEL'])
    assert.deepEqual(await namesLike('жук'), ['ЖУК'])
    assert.deepEqual(await namesLike('STRAßE'), ['Straße'])
    assert.deepEqual(await namesLike('arm%'), [], 'accents do matter')
  })

  test('it does not matter whether an accent is a character of its own', async () => {
    assert.deepEqual(await namesLike('ärm%'.normalize('NFD')), ['ÄRMEL'])
    await create('Ö'.normalize('NFD'), 100)
    assert.equal((await namesLike('ö')).length, 1)
  })

  test('the first letters of a Greek word are found in capitals too', async () => {
    await create('ΒΑΣΙΛΗΣ', 101)
    for (const pattern of ['ΒΑΣ', 'βασ', 'ΒΑΣ%', 'βασιλησ', 'ΒΑΣΙΛΗΣ']) {
      assert.deepEqual(await namesLike(pattern), ['ΒΑΣΙΛΗΣ'], pattern)
    }
  })

  test('every capital letter is found by its small letter', async () => {
    for (let start = 0; start < CAPITALS.length; start += CHUNK) {
      const letters = CAPITALS.slice(start, start + CHUNK)
      await create(`<${letters.join('')}>`, 1000 + start)
      const name = letters.map((letter) => letter.toLowerCase()).join('')
      assert.equal((await namesLike(`<${name}>`)).length, 1, name)
    }
  })

  test('numbers, flags and dates are matched as they are shown', async () => {
    const totalOf = async (filter: string, pattern: string) =>
      (await listed(kontor(), '/items', { [`${filter}[like]`]: pattern, category: 'Names' })).meta.total
    assert.equal(await totalOf('sellingPrice', '%.25'), NAMES.length)
    assert.equal(await totalOf('sellingPrice', '1%'), 5)
    assert.equal(await totalOf('reorderLevel', '0'), NAMES.length)
    assert.equal(await totalOf('isActive', 'FALSE'), 3)
    assert.equal(await totalOf('isActive', 't%'), NAMES.length - 3)
    assert.equal(await totalOf('version', '1'), NAMES.length)
    assert.equal(await totalOf('updatedAt', `${new Date().getUTCFullYear()}-%T%Z`), NAMES.length)
  })

  test('a creation time can be matched like any other', async () => {
    const { data } = await listed(kontor(), '/items', { category: 'Names', perPage: 1 })
    const day = data[0].createdAt.slice(0, 10)
    const { meta } = await listed(kontor(), '/items', { category: 'Names', 'createdAt[like]': `${day}t%` })
    assert.equal(meta.total, NAMES.length)
    const contained = await listed(kontor(), '/items', { category: 'Names', 'createdAt[like]': day.slice(0, 8) })
    assert.equal(contained.meta.total, NAMES.length)
  })

  test('a pattern has at most 200 characters', async () => {
    assert.equal((await kontor().get(`/items?itemName[like]=${'x'.repeat(200)}`)).status, 200)
    const { status, body } = await kontor().get(`/items?itemName[like]=${'x'.repeat(201)}`)
    assert.equal(status, 400)
    assert.equal(body.error.code, 'INVALID_FILTER')
    assert.equal(body.error.details[0].field, 'itemName[like]')
  })

  test('a pattern of nothing but wildcards is answered like any other', async () => {
    assert.deepEqual(await namesLike(`${'%_'.repeat(100)}`), [])
  })

  test('no character is taken for another', async () => {
    const odd = ['\uFFFD', '\uFFFE', '\uFFFF']
    for (const [index, name] of odd.entries()) await create(name, 2000 + index)
    for (const name of odd) assert.deepEqual(await namesLike(name), [name])
    for (const name of odd) assert.deepEqual(await namesLike(`${name}%`), [name])
  })
})
