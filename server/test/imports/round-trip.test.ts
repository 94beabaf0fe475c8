import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { createItem, newCode } from '../support/records.ts'
import { countsOf, imported, type Json } from './importing.ts'

onEveryDatabase('A table that Kontor wrote', (kind) => {
  const kontor = kontorFor(kind)
  const itemsOf = async (category: string): Promise<Json[]> =>
    (await kontor().get(`/items?category=${category}&perPage=100&order=asc`)).body.data

  test('gives back any text when it is imported, but for the blanks around it', async () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n,;|"\'＝a '), minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 50, size: 'max' }), async (texts) => {
        const category = newCode()
        for (const description of texts) await createItem(kontor(), { category, description })
        const { text } = await kontor().get(`/items/export?category=${category}&fields=itemCode,description`)
        assert.equal(parse(text, { columns: true }).length, texts.length)
        const cleared = { action: 'update', filter: `category=${category}`, input: { description: null } }
        assert.equal((await kontor().post('/items/bulk', cleared)).body.data.succeeded, texts.length)
        const job = await imported(kontor(), text, { mode: 'update' })
        assert.equal(job.failed, 0, JSON.stringify(job.errors))
        assert.deepEqual(
          (await itemsOf(category)).map(({ description }) => description ?? ''),
          texts.map((description) => description.trim()),
        )
      }),
      { numRuns: 5 },
    )
  })

  test('of the rows that an import refused holds the values and columns that were sent', async () => {
    const category = newCode()
    const values = ['=1+1', "'=1", 'Muster\n=1', 'Bolt;-5', '-5', '+49', ' "a" ']
    const quoted = values.map((value) => `"${value.replaceAll('"', '""')}"`)
    const rows = quoted.map((value) => `${newCode()},,${category},${value},${value}`)
    const sent = ['itemCode,itemName,category,description,-note', ...rows].join('\n')
    const job = await imported(kontor(), sent)
    assert.deepEqual(countsOf(job), [0, 0, 0, values.length])
    const { text } = await kontor().get(`/imports/${job.id}/failed-rows`)
    assert.doesNotMatch(text, /(^|[\r\n,;\t|])"*[=+\-@]/)
    const mended = text.replaceAll(`,,${category},`, `,Mended,${category},`)
    const again = await imported(kontor(), mended)
    assert.deepEqual([again.columns, ...countsOf(again)], [[...job.columns, 'error'], values.length, 0, 0, 0])
    assert.deepEqual(
      (await itemsOf(category)).map(({ description }) => description),
      ['=1+1', '=1', 'Muster\n=1', 'Bolt;-5', '-5', '+49', '"a"'],
    )
  })
})
