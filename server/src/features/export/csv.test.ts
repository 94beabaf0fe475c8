import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvOf, jsonCell, withoutMark } from './csv.ts'

const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const SEPARATORS = [',', ';', '\t', '|']

const hostile = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n,;|"\'＝a '), maxLength: 8 })
const rows = fc
  .nat({ max: 3 })
  .chain((more) =>
    fc.array(fc.array(fc.oneof(hostile, fc.string()), { minLength: 2 + more, maxLength: 2 + more }), { minLength: 1 }),
  )

/** The cells as a spreadsheet reads them: lenient, so that quotes in the wrong place and without an end are read too. */
function cellsSplitAt(text: string, separator: string): string[] {
  const ends = new RegExp(`[\\r\\n${separator}]`)
  const cells: string[] = []
  for (let rest = text; rest !== ''; ) {
    const [whole, quoted = ''] = /^"((?:[^"]|"")*)"?/.exec(rest) ?? ['']
    const tail = rest.slice(whole.length).split(ends, 1)[0]!
    cells.push(quoted.replaceAll('""', '"').replace(/^(\r\n)+/, '') + tail) // the end of a row may stand before the next cell
    rest = rest.slice(whole.length + tail.length + 1)
  }
  return cells
}

/** The cells as a program reads them that knows no quotes. */
const splitWithoutQuotes = (text: string, separator: string): string[] =>
  text.split(new RegExp(`[\\r\\n${separator}]`)).map((cell) => cell.replace(/^"*/, ''))

describe('CSV for any text', () => {
  test('has as many records and cells as there are values, and gives back every value without its marks', () => {
    fc.assert(
      fc.property(rows, (values) => {
        const read: string[][] = parse(csvOf(values).toString())
        assert.deepEqual(
          read.map((cells) => cells.map(withoutMark)),
          values,
        )
      }),
      { numRuns: 500 },
    )
  })

  test('has no cell that begins a formula, whichever separator a spreadsheet splits it at', () => {
    fc.assert(
      fc.property(rows, (values) => {
        const text = csvOf(values).toString()
        for (const separator of SEPARATORS)
          for (const cell of [...cellsSplitAt(text, separator), ...splitWithoutQuotes(text, separator)])
            assert.doesNotMatch(cell, FORMULA)
      }),
      { numRuns: 500 },
    )
  })
})

test('a text with a line break, a separator or a quote is quoted; another one is not', () => {
  for (const inner of ['\n', '\r', '\r\n', ',', ';', '\t', '|'])
    assert.equal(csvOf([[`a${inner}b`, 'c']]).toString(), `"a${inner}b",c\r\n`)
  assert.equal(csvOf([['a"b', 'a b', "a'b", null, true, 1.5]]).toString(), '"a""b",a b,a\'b,,true,1.5\r\n')
})

test('a formula is marked by an apostrophe at the start of a cell and after each separator inside it', () => {
  for (const [value, marked] of [
    ['=1+1', "'=1+1"],
    ['+49 40 123', "'+49 40 123"],
    ['Muster GmbH\n=cmd', "Muster GmbH\n'=cmd"],
    ['Bolt;=1+1', "Bolt;'=1+1"],
    ['a,-b|@c\t+d', "a,'-b|'@c\t'+d"],
    [';"=1', ';\'"=1'],
    ["'=1", "''=1"],
    ["it's 1-2, a=b", "it's 1-2, a=b"],
  ] as const) {
    assert.deepEqual(parse(csvOf([[value, 'x']]).toString()), [[marked, 'x']])
    assert.equal(withoutMark(marked), value)
  }
})

test('a negative number stays a number', () => {
  assert.equal(csvOf([[-2.5, 0, '-2.5']]).toString(), "-2.5,0,'-2.5\r\n")
})

test('JSON in a cell needs no marks: it stays what it was when it is parsed', () => {
  const examples = [{ quantity: [7, -2.5] }, ['a;=1', "|'=1", ',"=1', '\n=1'], [-1, -2], {}, []]
  for (const value of examples) {
    const [[cell]] = parse(csvOf([[jsonCell(value)]]).toString()) as [[string]]
    assert.deepEqual(JSON.parse(cell), value)
  }
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.array(fc.oneof(hostile, fc.integer()))), (value) => {
      const text = csvOf([[jsonCell(value), 'x']]).toString()
      const [[cell]] = parse(text) as [[string]]
      assert.deepEqual(JSON.parse(cell), { ...value })
    }),
  )
})
