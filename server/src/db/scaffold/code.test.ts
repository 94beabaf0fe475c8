import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedCall, printedComment, quoted } from './code.ts'

test('a literal has single quotes unless it contains one', () => {
  assert.equal(quoted('red'), "'red'")
  assert.equal(quoted("man's"), '"man\'s"')
  assert.equal(quoted('6" pipe'), `'6" pipe'`)
  assert.equal(quoted('a\\b\n'), "'a\\\\b\\n'")
})

test('a call that fits stays on one line', () => {
  assert.equal(
    printedCall('schema.run', ["'a'", ["'b'"], { c: 'd' }], '  '),
    "  await schema.run('a', ['b'], { c: d })",
  )
})

test('a call that is too long breaks its last argument if that is the only list or object', () => {
  const long = `'${'x'.repeat(100)}'`
  assert.equal(printedCall('f', ["'a'", { b: long, 'c-d': 'e' }], ''), `await f('a', {\n  b: ${long},\n  'c-d': e,\n})`)
})

test('a call that is too long breaks all arguments otherwise', () => {
  const long = `'${'x'.repeat(108)}'`
  const lines = ['await f(', '  { a: b },', '  {', '    c: [', `      ${long},`, "      'y',", '    ],', '  },', ')']
  assert.equal(printedCall('f', [{ a: 'b' }, { c: [long, "'y'"] }], ''), lines.join('\n'))
})

test('a comment breaks between words', () => {
  const lines = printedComment('word '.repeat(40).trim(), '    ').split('\n')
  assert.equal(lines.length, 2)
  for (const line of lines) assert.match(line, /^ {4}\/\/( word)+$/)
  assert.ok(lines.every(({ length }) => length <= 120))
})
