import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addressOf, listed } from './walk.ts'

const ITEMS = {
  'BOLT-M8': 'Hexagon bolt',
  'BOLT-M10': 'Round-head bolt, zinc',
  'ÄX-1': 'Œuvre für Zürich',
  'CAFE-1': 'Café crème',
  'CAFE-2': 'CAFÉ NOIR'.normalize('NFD'),
  'PC-50': '50% off_label',
  'X-1': 'back\\slash',
  'GR-1': 'ΒΑΣΙΛΗΣ',
  'TR-1': 'İstanbul',
  'JP-1': '日本語 テスト',
  'LIG-1': 'ﬁligree',
}

onEveryDatabase('The parameter search', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    for (const [itemCode, itemName] of Object.entries(ITEMS)) {
      const item = { itemCode, itemName, category: 'Hidden words', description: 'secret sentence' }
      assert.equal((await kontor().post('/items', item)).status, 201)
    }
  })
  const found = async (search: string) => {
    const { data, meta } = await listed(kontor(), '/items', { search, order: 'asc' })
    assert.equal(meta.total, data.length)
    return data.map(({ itemCode }: { itemCode: string }) => itemCode)
  }

  test('looks into the name and into the code, anywhere in them', async () => {
    assert.deepEqual(await found('hexagon'), ['BOLT-M8'])
    assert.deepEqual(await found('xago'), ['BOLT-M8'])
    assert.deepEqual(await found('M10'), ['BOLT-M10'])
    assert.deepEqual(await found('olt-m'), ['BOLT-M8', 'BOLT-M10'])
  })

  test('looks nowhere else', async () => {
    for (const word of ['hidden', 'sentence', 'Product', 'itm_', 'active'])
      assert.deepEqual(await found(word), [], word)
  })

  test('finds nothing where no field is searched', async () => {
    const totalOf = async (search: string) => (await listed(kontor(), '/roles', { search })).meta.total
    assert.equal(await totalOf('administrator'), 0)
    assert.notEqual(await totalOf(' '), 0, 'without a word all are found')
    assert.equal((await kontor().get('/roles/export?search=administrator')).text.trim().split('\r\n').length, 1)
  })

  test('every word must occur, in any order and in whichever field', async () => {
    assert.deepEqual(await found('bolt zinc'), ['BOLT-M10'])
    assert.deepEqual(await found('zinc   BOLT'), ['BOLT-M10'])
    assert.deepEqual(await found('hexagon m8'), ['BOLT-M8'])
    assert.deepEqual(await found('hexagon zinc'), [])
    assert.deepEqual(await found('bolt bolt BOLT'), ['BOLT-M8', 'BOLT-M10'], 'a repeated word asks for nothing more')
  })

  test('a word does not reach from one field into the next', async () => {
    assert.deepEqual(await found('m8hexagon'), [])
    assert.deepEqual(await found('8\nHex'), ['BOLT-M8'], 'a line break parts words like a space')
  })

  test('case and accents do not matter', async () => {
    for (const word of ['zürich', 'ZURICH', 'zurich', 'Zürich'.normalize('NFD'), 'ax-1', 'äx-1']) {
      assert.deepEqual(await found(word), ['ÄX-1'], word)
    }
    for (const word of ['cafe', 'CAFÉ', 'café'.normalize('NFD')]) {
      assert.deepEqual(await found(word), ['CAFE-1', 'CAFE-2'], word)
    }
    assert.deepEqual(await found('istanbul'), ['TR-1'])
    assert.deepEqual(await found('İSTANBUL'), ['TR-1'])
    assert.deepEqual(await found('filigree'), ['LIG-1'])
    assert.deepEqual(await found('本語'), ['JP-1'])
  })

  test('the first letters of a Greek word are found in capitals too', async () => {
    for (const word of ['ΒΑΣΙΛΗΣ', 'βασ', 'ΒΑΣ']) assert.deepEqual(await found(word), ['GR-1'], word)
  })

  test('misspellings find nothing', async () => {
    for (const word of ['hexagn', 'bolz', 'hexagonn']) assert.deepEqual(await found(word), [], word)
  })

  test('there are no wildcards', async () => {
    assert.deepEqual(await found('%'), ['PC-50'])
    assert.deepEqual(await found('50%'), ['PC-50'])
    assert.deepEqual(await found('_'), ['PC-50'])
    assert.deepEqual(await found('\\'), ['X-1'])
    assert.deepEqual(await found('*'), [])
    assert.deepEqual(await found("'"), [])
  })

  test('a blank search is none', async () => {
    for (const blank of ['', ' ', '\t \n', '　']) {
      assert.equal((await found(blank)).length, Object.keys(ITEMS).length)
    }
  })

  test('goes together with filters, sorting and pages', async () => {
    const parameters = { search: 'bolt', 'itemCode[ne]': 'BOLT-M8', sort: 'itemName', perPage: 1 }
    const { data, meta } = await listed(kontor(), '/items', parameters)
    assert.equal(data[0].itemCode, 'BOLT-M10')
    assert.equal(meta.total, 1)
  })

  test('follows a change of the record', async () => {
    const { body } = await kontor().post('/items', { itemCode: 'NEW-1', itemName: 'Chisel' })
    assert.deepEqual(await found('chisel'), ['NEW-1'])
    await kontor().put(`/items/${body.data.id}`, { itemName: 'Mallet' })
    assert.deepEqual(await found('chisel'), [])
    assert.deepEqual(await found('mallet'), ['NEW-1'])
    await kontor().delete(`/items/${body.data.id}`)
    assert.deepEqual(await found('mallet'), [])
  })

  test('looks into the name and the e-mail address of customers', async () => {
    await kontor().post('/customers', { name: 'Nordlicht GmbH', email: 'einkauf@nord.example', phone: '555' })
    await kontor().post('/customers', { name: 'Südlicht', address: { city: 'Nordhausen' } })
    const names = async (search: string) =>
      (await listed(kontor(), '/customers', { search })).data.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names('EINKAUF@'), ['Nordlicht GmbH'])
    assert.deepEqual(await names('sudlicht'), ['Südlicht'])
    assert.deepEqual(await names('nord'), ['Nordlicht GmbH'])
    assert.deepEqual(await names('555'), [])
  })

  test('takes ten words and two hundred characters, and refuses more', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
    for (const search of [words(10), 'x'.repeat(200)]) {
      assert.equal((await kontor().get(addressOf('/items', { search }))).status, 200)
    }
    for (const search of [words(11), 'x'.repeat(201)]) {
      const { status, body } = await kontor().get(addressOf('/items', { search }))
      assert.equal(status, 400)
      assert.equal(body.error.code, 'INVALID_PARAMETER')
      assert.equal(body.error.details[0].field, 'search')
    }
  })
})
