import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { createItem, newCode } from '../support/records.ts'
import { countsOf, imported, type Json } from './importing.ts'

const MARK = '\uFEFF'

onEveryDatabase('The rows that an import refused', (kind) => {
  const kontor = kontorFor(kind)
  const failedRows = async ({ id }: Json): Promise<string> => (await kontor().get(`/imports/${id}/failed-rows`)).text
  const itemOf = async (itemCode: string): Promise<Json> =>
    (await kontor().get(`/items?itemCode=${itemCode}`)).body.data[0]

  for (const [title, delimiter, mark] of [
    ['semicolons, decimal commas and a byte order mark', ';', MARK],
    ['semicolons and decimal commas', ';', ''],
    ['tabs', '\t', ''],
    ['commas and a byte order mark', ',', MARK],
    ['bars', '|', ''],
  ] as const) {
    test(`come back with ${title} as they came, and are imported by the same mapping once they are mended`, async () => {
      const [good, bad, other] = [newCode(), newCode(), newCode()]
      const price = delimiter === ';' ? '"1234,50"' : '1234.50'
      const rows = [
        ['Code', 'Bezeichnung', 'Preis', 'Notiz'],
        [good, 'Good', price, ''],
        [bad, '', price, '"a, b; c"'],
        [other, 'Other', 'viel', ''],
      ]
      const csv = mark + rows.map((row) => row.join(delimiter)).join('\r\n')
      const mapping = { Code: 'itemCode', Bezeichnung: 'itemName', Preis: 'sellingPrice', Notiz: 'description' }
      const job = await imported(kontor(), csv, { mapping })
      assert.deepEqual(countsOf(job), [1, 0, 0, 2])

      const text = await failedRows(job)
      assert.equal(text.startsWith(MARK), mark !== '')
      const [header, ...cells] = parse(text, { delimiter, bom: true })
      assert.deepEqual(header, ['Code', 'Bezeichnung', 'Preis', 'Notiz', 'error'])
      assert.deepEqual(cells[0], [bad, '', price.replaceAll('"', ''), 'a, b; c', 'Item name is required.'])

      const half = text.replace(`${bad}${delimiter}`, `${bad}${delimiter}Mended`)
      const again = await imported(kontor(), half, { mapping })
      assert.deepEqual([again.delimiter, ...countsOf(again)], [delimiter, 1, 0, 0, 1])
      const { sellingPrice, description } = await itemOf(bad)
      assert.deepEqual([sellingPrice, description], [1234.5, 'a, b; c'])

      const rest = await failedRows(again)
      assert.deepEqual(parse(rest, { delimiter, bom: true })[0], header, 'the reason has one column')
      const last = await imported(kontor(), rest.replace('viel', delimiter === ';' ? '"7,5"' : '7.5'), { mapping })
      assert.deepEqual(countsOf(last), [1, 0, 0, 0], JSON.stringify(last.errors))
      assert.equal((await itemOf(other)).sellingPrice, 7.5)
    })
  }

  test('keep the separator that was given, and a column "error" that is mapped', async () => {
    const code = newCode()
    const mapping = { code: 'itemCode', name: 'itemName', error: 'description' }
    const job = await imported(kontor(), `code|name|error\n${code}||mine`, { mapping, delimiter: '|' })
    const text = await failedRows(job)
    assert.deepEqual(parse(text, { delimiter: '|' })[1]!.slice(0, 3), [code, '', 'mine'])
  })

  test('name the record that has a unique value already', async () => {
    const taken = await createItem(kontor())
    const csv = `itemName,itemCode\n${newCode()},${taken.itemCode}`
    const job = await imported(kontor(), csv, { key: ['itemName'] })
    const message = `itemCode "${taken.itemCode}" is already used by item ${taken.id}.`
    assert.deepEqual(
      job.errors.map(({ field, message: told }: Json) => [field, told]),
      [['itemCode', message]],
    )
  })
})
