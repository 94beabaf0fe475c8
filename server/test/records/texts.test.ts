import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPlainText } from '../../src/model/text.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import {
  assertInvalid,
  createCustomer,
  createItem,
  customerBody,
  itemBody,
  leavingAsItWas,
  read,
} from '../support/records.ts'

const texts = {
  emoji: '🔩 👩‍🔧 👨‍👩‍👧‍👦 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'right to left': 'مطرقة ثقيلة, פטיש כבד \u202Emirror\u202C',
  'East Asian': '重い鉄床、무거운 모루, 𠮷野家',
  'combining marks': 'e\u0301 é Å Å ﬁ Ω Ω',
  'line breaks and tabs': 'first\nsecond\r\nthird\tindented\u2028fourth\u2029fifth',
  'odd spaces': ' \u00A0leading, zero\u200Bwidth, \uFEFFmark, trailing \u3000',
  'quotes and escapes': `"double" 'single' \\back\\slash \\u0041 %s $1 \${x} <b>&amp;</b> -- ; drop table items`,
  'names of JavaScript': '__proto__ constructor prototype',
  noncharacters: '\uFFFE\uFFFF\u{10FFFF}\uE000',
}

const broken = {
  NUL: '\0',
  'NUL in the middle': 'a\0b',
  'a bell': 'a\u0007',
  'an escape': '\u001B[31m',
  'a delete': 'a\u007F',
  'a C1 control': 'a\u0085b',
  'a lone high surrogate': 'a\uD83D',
  'a lone low surrogate': '\uDE00a',
  'surrogates in the wrong order': '\uDE00\uD83D',
}

onEveryDatabase('Text comes back as it was sent but for blanks at its ends, or is refused', (kind) => {
  const kontor = kontorFor(kind)

  for (const [title, text] of Object.entries(texts)) {
    test(`${title} round-trip exactly`, async () => {
      const trimmed = text.trim()
      const created = await createItem(kontor(), { itemName: text, description: text, category: text })
      const item = await read(kontor(), `/items/${created.id}`)
      for (const kept of [created, item]) {
        assert.deepEqual([kept.itemName, kept.description, kept.category], [trimmed, trimmed, trimmed])
      }
      const customer = await createCustomer(kontor(), { name: text, address: { street: text } })
      assert.deepEqual([customer.name, customer.address.street], [trimmed, trimmed])
      const found = await kontor().get(`/items?category=${encodeURIComponent(text)}&id=${created.id}`)
      assert.equal(found.body.data.length, 1)
    })
  }

  for (const [title, text] of Object.entries(broken)) {
    test(`${title} is refused, wherever it stands`, async () => {
      await leavingAsItWas(kontor(), 'items', async () => {
        const body = { itemCode: text, itemName: text, category: text, uom: text, description: text }
        assertInvalid(await kontor().post('/items', body), ...Object.keys(body))
        assertInvalid(await kontor().post('/items', itemBody({ images: [`https://example.com/${text}`] })), 'images[0]')
      })
      const answer = await kontor().post('/customers', customerBody({ address: { street: text } }))
      assertInvalid(answer, 'address.street')
    })
  }

  test('bytes that are no UTF-8 are refused rather than mended', async () => {
    const [before, after] = JSON.stringify(itemBody({ category: '?' })).split('?')
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf0, 0x9f, 0x94]]) {
      const payload = Buffer.concat([Buffer.from(before!), Buffer.from(bytes), Buffer.from(after!)])
      await leavingAsItWas(kontor(), 'items', async () => {
        const { statusCode } = await kontor().app.server.inject({
          method: 'POST',
          url: '/api/v1/items',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${kontor().token}` },
          payload,
        })
        assert.equal(statusCode, 400, `bytes ${bytes}`)
      })
    }
  })

  test('lengths are counted in characters, not in bytes or halves of them', async () => {
    const longest = '🔩'.repeat(200)
    assert.equal((await createItem(kontor(), { itemName: longest })).itemName, longest)
    assertInvalid(await kontor().post('/items', itemBody({ itemName: `${longest}x` })), 'itemName')
    assert.equal((await createItem(kontor(), { itemCode: '鉄'.repeat(64) })).itemCode.length, 64)
    assertInvalid(await kontor().post('/items', itemBody({ itemCode: '鉄'.repeat(65) })), 'itemCode')
  })

  test('a text of 60 kB is refused in every field', async () => {
    const long = 'x'.repeat(60_000)
    await leavingAsItWas(kontor(), 'items', async () => {
      const body = { itemCode: long, itemName: long, category: long, uom: long, description: long, images: [long] }
      assertInvalid(
        await kontor().post('/items', body),
        'itemCode',
        'itemName',
        'category',
        'uom',
        'description',
        'images[0]',
      )
      const address = { street: long, city: long, state: long, zipCode: long, country: long }
      const parts = Object.keys(address).map((part) => `address.${part}`)
      assertInvalid(
        await kontor().post('/customers', { name: long, email: `a@${long}.com`, address }),
        'name',
        'email',
        ...parts,
      )
    })
  })

  test('a text that is not required may be empty, which is not the same as cleared', async () => {
    const { id, category, description } = await createItem(kontor(), { category: '', description: '' })
    assert.deepEqual([category, description], ['', ''])
    assert.equal((await kontor().put(`/items/${id}`, { category: null })).body.data.category, null)
  })

  test('any text without control characters and broken Unicode round-trips', async () => {
    const { id } = await createItem(kontor())
    const unit = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    )
    await fc.assert(
      fc.asyncProperty(unit, async (description) => {
        const answer = await kontor().put(`/items/${id}`, { description })
        if (!isPlainText(description)) assertInvalid(answer, 'description')
        else assert.equal((await read(kontor(), `/items/${id}`)).description, description.trim())
      }),
      { numRuns: 100 },
    )
  })
})
