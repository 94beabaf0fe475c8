import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { behindTheScenes } from '../support/people.ts'
import { createCustomer, createItem } from '../support/records.ts'
import { createOrder, createService, invoice, submit } from '../support/trade.ts'
import { codesFor, hitsFor, namesFor } from './searching.ts'

const ITEMS = {
  'BOLT-M8': 'Hexagon bolt M8 × 40',
  'BOLT-M10': 'Round-head bolt, zinc',
  'ÄX-1': 'Œuvre für Zürich',
  'CAFE-1': 'Café crème',
  'GR-1': 'ΒΑΣΙΛΗΣ',
  'TR-1': 'İstanbul',
  'JP-1': '日本語 テスト',
  'LIG-1': 'ﬁligree',
  DIN933: 'Turnbuckle',
  'P-0012345': 'Numbered thing',
  'EMO-1': 'Smile 😀 please',
}

onEveryDatabase('A search', (kind) => {
  const kontor = kontorFor(kind)
  const codes = (q: string) => codesFor(kontor(), q, { types: 'items' })
  before(async () => {
    for (const [itemCode, itemName] of Object.entries(ITEMS))
      await createItem(kontor(), { itemCode, itemName, category: 'Hidden words', description: 'secret sentence' })
  })

  test('finds by the whole code or name with a score of 1, whatever the case', async () => {
    for (const q of ['BOLT-M8', 'bolt-m8', ' Bolt-M8 ', 'hexagon BOLT m8 × 40']) {
      const [first, second] = await hitsFor(kontor(), q)
      assert.deepEqual([first!.code, first!.score], ['BOLT-M8', 1], q)
      assert.ok(!second || second.score < 1, q)
    }
  })

  test('finds words, their beginnings, and parts of them', async () => {
    for (const q of ['hexagon', 'HEXA', 'xago', 'hex', 'm8']) assert.deepEqual(await codes(q), ['BOLT-M8'], q)
    assert.deepEqual(await codes('933'), ['DIN933'])
    assert.deepEqual((await codes('bolt')).sort(), ['BOLT-M10', 'BOLT-M8'])
  })

  test('finds misspelt words', async () => {
    for (const q of ['hexagn', 'hexaggon', 'hexegon', 'hxeagon', 'hexgaon', 'turnbukcle', 'tunbuckel'])
      assert.equal((await codes(q)).length, 1, q)
    assert.deepEqual((await codes('blot')).sort(), ['BOLT-M10', 'BOLT-M8'], 'swapped letters in a word of four')
    assert.deepEqual(await codes('hexxagoon'), ['BOLT-M8'], 'two slips in a long word')
    assert.deepEqual(await codes('hexxggnn'), [], 'too many slips')
    assert.deepEqual(await codes('turmbuck'), ['DIN933'], 'a misspelt beginning')
  })

  test('wants every word, in any order, in whichever field', async () => {
    for (const q of ['bolt zinc', 'ZINC   bolt', 'zinc m10', 'round bolt', 'zinc bol', 'zinc blot', 'ro zi'])
      assert.deepEqual(await codes(q), ['BOLT-M10'], q)
    assert.deepEqual(await codes('hexagon zinc'), [])
    assert.deepEqual(await codes('hexagon nowhere'), [])
  })

  test('looks nowhere else', async () => {
    for (const q of ['hidden', 'sentence', 'product', 'active']) assert.deepEqual(await codes(q), [], q)
  })

  test('does not mind accents, case, or the form of the letters', async () => {
    for (const q of ['zürich', 'ZURICH', 'Zürich'.normalize('NFD'), 'äx-1', 'AX-1'])
      assert.deepEqual(await codes(q), ['ÄX-1'], q)
    for (const q of ['cafe creme', 'CAFÉ', 'crème']) assert.deepEqual(await codes(q), ['CAFE-1'], q)
    for (const q of ['ΒΑΣΙΛΗΣ', 'βασ', 'βασιλης']) assert.deepEqual(await codes(q), ['GR-1'], q)
    for (const q of ['istanbul', 'İSTANBUL']) assert.deepEqual(await codes(q), ['TR-1'], q)
    for (const q of ['日本語', '本語', '語', 'テスト', 'ﾃｽﾄ']) assert.deepEqual(await codes(q), ['JP-1'], q)
    assert.deepEqual(await codes('filigree'), ['LIG-1'])
    assert.deepEqual(await codes('smile 😀 please'), ['EMO-1'])
  })

  test('finds numbers as they are written, from their beginning, and without their leading zeros', async () => {
    for (const q of ['P-0012345', '0012345', '12345', '12', '001234', 'p 12345'])
      assert.deepEqual(await codes(q), ['P-0012345'], q)
    assert.deepEqual(await codes('12346'), [], 'another number is not a misspelt one')
  })

  test('finds customers by e-mail address', async () => {
    await createCustomer(kontor(), { name: 'Nordlicht GmbH', email: 'einkauf@hafen.example' })
    for (const q of ['einkauf@hafen.example', 'hafen', 'einkauf nordlicht'])
      assert.deepEqual(await namesFor(kontor(), q, { types: 'customers' }), ['Nordlicht GmbH'], q)
  })

  test('finds orders and invoices by number and by customer', async () => {
    const customer = await createCustomer(kontor(), { name: 'Leuchtturm KG' })
    const order = await submit(kontor(), await createOrder(kontor(), [await createService(kontor())], { customer }))
    const { invoiceNumber } = await invoice(kontor(), order)
    const { orderNumber } = order
    for (const number of [orderNumber, invoiceNumber, orderNumber.toLowerCase()]) {
      const [best] = await hitsFor(kontor(), number)
      assert.deepEqual([best!.code, best!.score], [number.toUpperCase(), 1])
    }
    assert.deepEqual((await codesFor(kontor(), 'leuchttrum')).sort(), [invoiceNumber, orderNumber, null].sort())
    const digits = orderNumber.split('-').at(-1)!
    assert.ok((await codesFor(kontor(), String(Number(digits)), { types: 'sales-orders' })).includes(orderNumber))
  })

  test('takes very long names and words', async () => {
    const itemName = `${'🎈'.repeat(20)} ${'Donaudampfschifffahrt'.repeat(7)}`.slice(0, 180)
    await createItem(kontor(), { itemCode: 'LONG-1', itemName })
    await createItem(kontor(), { itemCode: 'LONG-2', itemName: `${itemName}x` })
    await createItem(kontor(), { itemCode: 'LONG-3', itemName: 'ﷺ'.repeat(200) })
    await createItem(kontor(), { itemCode: 'LONG-4', itemName: `a${'𝒳'.repeat(99)}` })
    const [best, next] = await hitsFor(kontor(), itemName)
    assert.deepEqual([best!.code, best!.score, next!.code], ['LONG-1', 1, 'LONG-2'])
    assert.ok(next!.score < 1)
    assert.ok((await codes('donaudampf')).includes('LONG-1'))
    assert.deepEqual((await codes('ﷺ'.repeat(200)))[0], 'LONG-3')
    assert.deepEqual(await codes(`a${'𝒳'.repeat(99)}`), ['LONG-4'])
  })
})

onEveryDatabase('Among many records a search', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    const { engine } = kontor()
    await createItem(kontor(), { itemCode: 'ALPHA-OMEGA', itemName: 'The one and only' })
    await createItem(kontor(), { itemCode: 'RARE-1', itemName: 'Common alpha rarity' })
    await createItem(kontor(), { itemCode: 'ONLY-1', itemName: 'Even and odd' })
    await behindTheScenes(engine, async (records) => {
      for (let index = 0; index < 300; index++) {
        const itemName = `Common ${index % 2 ? 'alpha omega' : 'alphas'} ${index % 3 ? 'odd' : 'even'}`
        const numbers = {
          sellingPrice: 0,
          costPrice: 0,
          taxRate: 0,
          currentStock: 0,
          reservedStock: 0,
          availableStock: 0,
          reorderLevel: 0,
          reorderQty: 0,
        }
        const fixed = {
          itemType: 'Product' as const,
          uom: 'Nos',
          images: [],
          isActive: true,
          isLowStock: false,
          status: 'active' as const,
        }
        await records.insert(items, {
          itemCode: `C${index}`,
          itemName,
          category: null,
          description: null,
          ...numbers,
          ...fixed,
        })
      }
    })
  })

  test('finds a code first, even if hundreds of newer ones have its words', async () => {
    const [best] = await hitsFor(kontor(), 'alpha-omega')
    assert.deepEqual([best!.code, best!.score], ['ALPHA-OMEGA', 1])
    assert.equal((await hitsFor(kontor(), 'alpha-omega', { limit: 100 })).length > 60, true)
  })

  test('finds a rare word beside a common one, whichever is written first', async () => {
    for (const q of ['common rarity', 'rarity common', 'common alpha rarity', 'alpha rarit', 'common rariti'])
      assert.deepEqual(await codesFor(kontor(), q), ['RARE-1'], q)
  })

  test('finds the only record with two common words, and it is the oldest', async () => {
    for (const q of ['odd even', 'even odd', 'evne odd', 'even and odd'])
      assert.deepEqual(await codesFor(kontor(), q), ['ONLY-1'], q)
    assert.deepEqual(await codesFor(kontor(), 'odd even omega'), [])
  })
})
