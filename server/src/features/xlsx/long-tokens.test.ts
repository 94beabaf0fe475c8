import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseLongTokens } from './long-tokens.ts'

const LONG = 400_000
const cell = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`

test('a sheet of any length is read if its tags, comments and texts are short', () => {
  const parts = [
    '<?xml version="1.0"?>',
    '<!-- a > b < c -->',
    '<t><![CDATA[a < b]]></t>',
    `<c title="a > 'b'" other='"'/>`,
    cell('&#8364;'.repeat(32_767)),
  ]
  for (const part of parts) refuseLongTokens(part.repeat(Math.ceil(LONG / part.length)))
})

test('a long tag, comment or text is refused as damaged, and so is one without an end', () => {
  for (const xml of [
    ' '.repeat(LONG),
    cell('x'.repeat(LONG)),
    `<row>${'<'.repeat(LONG)}`,
    `<!--${'<c/>'.repeat(LONG)}-->`,
    `<![CDATA[${'<c/>'.repeat(LONG)}]]>`,
    `<?${'<c/>'.repeat(LONG)}?>`,
    `<c title="${'<c/>'.repeat(LONG)}"/>`,
    `<c ${`title="${'x'.repeat(1000)}>" `.repeat(1000)}/>`,
    '<!-- ',
    '<c title="',
  ])
    assert.throws(() => refuseLongTokens(xml), { reason: 'broken' }, xml.slice(0, 40))
})
