import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, createItem, itemBody, leavingAsItWas, read } from '../support/records.ts'

const LARGEST = 99_999_999_999.9999
const SCALED_MAX = 999_999_999_999_999

/** Numbers as they stand in the JSON text, since not every one of them survives being a number in between. */
const accepted: readonly (readonly [text: string, kept: number])[] = [
  ['0', 0],
  ['-0', 0],
  ['-0.0', 0],
  ['1e2', 100],
  ['1E+2', 100],
  ['12.50', 12.5],
  ['1e-4', 0.0001],
  ['0.1', 0.1],
  ['0.3', 0.3],
  ['1.005', 1.005],
  ['4.35', 4.35],
  ['1234567.8901', 1234567.8901],
  ['90071992547.4099', 90071992547.4099],
  ['99999999999.9998', 99999999999.9998],
  ['99999999999.9999', LARGEST],
]

const refused = [
  '0.00001',
  '1.23456',
  '0.30000000000000004',
  '5e-324',
  '1e-5',
  '-0.0001',
  '-1',
  '-5e-324',
  '100000000000',
  '100000000000.0001',
  '9007199254740991',
  '9007199254740993',
  '1e21',
  '1e308',
  '1e309',
  '-1e309',
]

const notNumbers = ['"12"', '"NaN"', '"Infinity"', '"1e3"', '""', '"0x10"', 'true', 'false', '[]', '[1]', '{}']

onEveryDatabase('Numbers are kept exactly or refused, never rounded', (kind) => {
  const kontor = kontorFor(kind)
  const post = (field: string, text: string) =>
    kontor().call('POST', '/items', { text: JSON.stringify(itemBody({ [field]: 0 })).replace(/0}$/, `${text}}`) })

  for (const [text, kept] of accepted) {
    test(`${text} is kept`, async () => {
      const { status, body } = await post('sellingPrice', text)
      assert.equal(status, 201)
      assert.ok(Object.is(body.data.sellingPrice, kept))
      assert.ok(Object.is((await read(kontor(), `/items/${body.data.id}`)).sellingPrice, kept))
      const found = await kontor().get(`/items?sellingPrice=${kept}&id=${body.data.id}`)
      assert.equal(found.body.data.length, 1)
    })
  }

  for (const text of [...refused, ...notNumbers]) {
    test(`${text} is refused`, async () => {
      await leavingAsItWas(kontor(), 'items', async () => {
        assertInvalid(await post('sellingPrice', text), 'sellingPrice')
        assertInvalid(await post('reorderQty', text), 'reorderQty')
      })
    })
  }

  for (const text of ['NaN', 'Infinity', '-Infinity', '0x10', '01', '.5', '1.', '+1', '1_000']) {
    test(`${text} is not JSON at all`, async () => {
      await leavingAsItWas(kontor(), 'items', async () => {
        assert.equal((await post('sellingPrice', text)).status, 400)
      })
    })
  }

  test('a tax rate lies between 0 and 100 percent', async () => {
    for (const taxRate of [0, 0.0001, 19, 99.9999, 100]) {
      assert.equal((await createItem(kontor(), { taxRate })).taxRate, taxRate)
    }
    for (const taxRate of [-0.0001, 100.0001, 1000]) {
      assertInvalid(await kontor().post('/items', itemBody({ taxRate })), 'taxRate')
    }
  })

  test('any price with up to four decimals is read back as it was written', async () => {
    const { id } = await createItem(kontor())
    const price = fc.integer({ min: 0, max: SCALED_MAX }).map((scaled) => scaled / 10_000)
    await fc.assert(
      fc.asyncProperty(price, price, async (sellingPrice, costPrice) => {
        const { status } = await kontor().put(`/items/${id}`, { sellingPrice, costPrice })
        assert.equal(status, 200)
        const item = await read(kontor(), `/items/${id}`)
        assert.deepEqual([item.sellingPrice, item.costPrice], [sellingPrice, costPrice])
      }),
      { numRuns: 60 },
    )
  })
})
