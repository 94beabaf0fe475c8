import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** Texts that must be free of the words below: documentation, interface texts, code with its comments and test titles. */
const CHECKED = [
  '{README,CONTRIBUTING,SECURITY,CHANGELOG}.md',
  'web/README.md',
  'docs/**/*.md',
  'server/{src,test}/**/*.ts',
  'web/src/**/*.{ts,tsx,css,json}',
  'web/test/**/*.ts',
  '{bench,drills,scripts}/**/*.{ts,mjs,md}',
]

/** Gendered pronouns, indefinite pronouns as subjects, and metaphors of earlier versions. */
const BANNED = /\b(scribe|dictation|whoever|somebody|nobody|everybody|anybody|his|him|himself|he|she|her)\b/gi

interface Exception {
  readonly file: string
  /** A part of the line that contains the word. */
  readonly line: string
  readonly word: string
  readonly reason: string
}

const EXCEPTIONS: readonly Exception[] = [
  { file: 'CONTRIBUTING.md', line: 'Do not use "somebody"', word: 'somebody', reason: 'The rule quotes the word.' },
  { file: 'CONTRIBUTING.md', line: 'or "whoever"', word: 'whoever', reason: 'The rule quotes the word.' },
]

const root = join(import.meta.dirname, '../..')
/** This file names the words, and German has other ones. */
const exclude = ['server/test/plain-words.test.ts', 'server/src/texts/de/*']
const found = CHECKED.map((glob) => globSync(glob, { cwd: root, exclude }))
const uses = found.flat().flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(BANNED)].map(([word]) => ({ file, number: index + 1, text, word: word.toLowerCase() })),
    ),
)
type Use = (typeof uses)[number]

const allows = ({ file, line, word }: Exception, use: Use) =>
  file === use.file && word === use.word && use.text.includes(line)

test('every checked glob matches a file', () => {
  assert.deepEqual(
    CHECKED.filter((_, index) => found[index]!.length === 0),
    [],
  )
})

test('texts and code contain no gendered pronoun, indefinite subject or old metaphor', () => {
  const wrong = uses.filter((use) => !EXCEPTIONS.some((exception) => allows(exception, use)))
  assert.deepEqual(
    wrong.map(({ file, number, word }) => `${file}:${number}: ${word}`),
    [],
  )
})

test('every exception is still needed', () => {
  const unused = EXCEPTIONS.filter((exception) => !uses.some((use) => allows(exception, use)))
  assert.deepEqual(unused, [])
})
