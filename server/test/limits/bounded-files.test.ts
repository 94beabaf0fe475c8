import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FileType, upload } from '../imports/files.ts'
import { ended } from '../imports/importing.ts'
import { databaseKinds } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid } from '../support/records.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const entries = (count: number, entry = '1') => `[${Array(count).fill(entry).join()}]`

describe('A file', () => {
  const kontor = kontorFor(databaseKinds[0]!)

  const reason = async (type: FileType, content: string) =>
    assertInvalid(await upload(kontor(), type, content), 'file').file!

  test('of NDJSON whose record consists of too much is refused with the number of its line', async () => {
    const first = '{"itemCode":"A","itemName":"Vice"}\n\n'
    const refusals = [
      [`{"notes":${nested(20)}}`, /^Line 3 of the file cannot be read\. The body is nested deeper than 20 levels/],
      [`{"notes":${nested(300_000)}}`, /nested deeper than 20 levels/],
      [`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`, /nested deeper than 20 levels/],
      [`{"notes":${entries(10_001)}}`, /^Line 3 .* A list in the body has more than 10000 entries/],
      [`{"notes":${entries(3, entries(9000, '{}'))}}`, /^Line 3 of the file has more than 25000 values/],
      [`{"notes":"${'x'.repeat(1_000_000)}"}`, /^Row 3 is longer than 1000000 characters/],
    ] as const
    for (const [line, message] of refusals) assert.match(await reason('ndjson', first + line), message)
  })

  test('may have many rows without values, but not any number of them', async () => {
    for (const [type, row] of [
      ['csv', ' ,\n'],
      ['ndjson', '{"itemCode":null}\n'],
    ] as const) {
      const head = type === 'csv' ? 'itemCode,itemName\n' : ''
      assert.match(await reason(type, head + row.repeat(1_048_577)), /more than 1048576 rows without values/)
    }
  })

  test('may have any number of empty lines, which cost next to nothing', async () => {
    const breaks = '\n'.repeat(5_000_000)
    for (const [type, content] of [
      ['csv', `itemCode,itemName\n${breaks}A-1,Vice`],
      ['ndjson', `${breaks}{"itemCode":"A-1","itemName":"Vice"}`],
    ] as const) {
      const { status, text, body } = await upload(kontor(), type, content)
      assert.equal(status, 201, text)
      assert.equal((await ended(kontor(), body.data)).rowCount, 1)
    }
  })

  test('whose cell goes on for a million characters is refused, also if they are line breaks', async () => {
    const refused = /^Row 2 is longer than 1000000 characters/
    assert.match(await reason('csv', `itemCode\n"${'\n'.repeat(1_000_001)}x"`), refused)
    assert.match(await reason('csv', `itemCode\n"${'x'.repeat(1_100_000)}`), refused)
  })
})
