import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../tests/files.ts'
import { AREAS } from './areas.ts'
import { mutantsOf, sampled } from './mutate.ts'
import { mutated } from './mutate-text.ts'
import { REVIEWED } from './reviewed.ts'

/** What one operator makes of a text. */
const changed = (text: string, operator: string): string[] =>
  mutantsOf('a.ts', text)
    .filter((mutant) => mutant.operator === operator)
    .map((mutant) => mutated(text, mutant))

test('a mutant changes one place of the text, and names its line', () => {
  const text = 'const limit: number = 5\nexport const isFull = (count: number) => count >= limit // not >\n'
  const [number, comparison, ...others] = mutantsOf('a.ts', text)
  assert.deepEqual(others, [])
  assert.equal(mutated(text, number!), text.replace('5', '6'))
  assert.equal(mutated(text, comparison!), text.replace('>=', '>'))
  const { file, line, change, code } = comparison!
  assert.deepEqual([file, line, change, code], ['a.ts', 2, '>= → >', text.split('\n')[1]])
})

const examples: readonly (readonly [operator: string, text: string, ...mutants: string[]])[] = [
  ['comparison', 'f(a < b)', 'f(a <= b)'],
  ['comparison', 'f(a === b)', 'f(a !== b)'],
  ['arithmetic', 'f(a - b, a * b)', 'f(a + b, a * b)', 'f(a - b, a / b)'],
  ['arithmetic', "f('a' + b)"],
  ['logical', 'f(a && b)', 'f(((a) || (b)))'],
  ['logical', 'f(a ?? b ?? c)', 'f(((a) && (b)) ?? c)', 'f(((a ?? b) && (c)))'],
  ['booleans', 'f(true)', 'f(false)'],
  [
    'numbers',
    'f(0, 1, 7, 2n, list[0])',
    ...['1, 1, 7, 2n', '0, 0, 7, 2n', '0, 1, 8, 2n', '0, 1, 7, 3n'].map((some) => `f(${some}, list[0])`),
  ],
  ['conditions', 'f(a ? b : c)', 'f(true ? b : c)', 'f(false ? b : c)'],
  ['signs', 'f(!a, -b)', 'f(a, -b)', 'f(!a, b)'],
  ['statements', 'if (a) await f(b)', 'if (a) ;'],
  ['returns', 'function f() { return a as number }', 'function f() { return undefined }'],
  ['returns', 'function f() { if (a) return undefined; return false }'],
  ['lists', 'f([a, b], [])', 'f([], [])'],
  [
    'texts',
    "f(a === 'b', ['c', 'd'], 'e')",
    "f(a === '', ['c', 'd'], 'e')",
    "f(a === 'b', ['', 'd'], 'e')",
    "f(a === 'b', ['c', ''], 'e')",
  ],
  ['methods', 'f(a?.some(g), b.filter(g))', 'f(a?.every(g), b.filter(g))', 'f(a?.some(g), b)'],
]
for (const [operator, text, ...expected] of examples)
  test(`the operator "${operator}" makes ${expected.length} mutants of: ${text}`, () =>
    assert.deepEqual(changed(text, operator), expected))

test('types, imports, messages and descriptions have no mutants', () => {
  const text = [
    "import { a } from 'a'",
    'interface B { c: 1 }',
    'const d = msg`$' + '{1 + 1} left`',
    "export const e = f({ description: ['e', 'f'], text: a ? msg`g` : msg`h` })",
    'const { I } = defineProblems({ I: [422, msg`i`] })',
  ].join('\n')
  assert.deepEqual(mutantsOf('a.ts', text), [])
})

test('the same seed chooses the same mutants, in the order of the text', () => {
  const mutants = mutantsOf('a.ts', `export const a = f(${Array.from({ length: 50 }, (_, index) => index + 2).join()})`)
  const some = sampled(mutants, 10, 1)
  assert.equal(some.length, 10)
  assert.deepEqual(sampled(mutants, 10, 1), some)
  assert.notDeepEqual(sampled(mutants, 10, 2), some)
  assert.deepEqual(
    some.toSorted((a, b) => a.start - b.start),
    some,
  )
  assert.deepEqual(sampled(mutants, 50, 1), mutants)
})

test('every source and test file of the areas exists, and so does every file with a reviewed survivor', () => {
  const sources = AREAS.flatMap(({ sources: declared }) => Object.keys(declared))
  const tests = AREAS.flatMap(({ sources: declared }) => Object.values(declared).flat())
  const paths = [
    ...[...sources, ...REVIEWED.map(({ file }) => file)].map((path) => `server/src/${path}`),
    ...tests.map((path) => `server/test/${path}.test.ts`),
  ]
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(root, path))),
    [],
  )
  assert.deepEqual(sources, [...new Set(sources)])
})
