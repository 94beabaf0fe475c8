import assert from 'node:assert/strict'
import { test } from 'node:test'
import { german } from '../../src/texts/de/german.ts'
import { templatesIn, templatesInSource } from './templates.ts'

const placeholdersIn = (text: string) => [...text.matchAll(/\{\d+\}/g)].map(([found]) => found).sort()
const hasWords = (template: string) => /\p{L}/u.test(template.replaceAll(/\{\d+\}/g, ''))

test('templates are found, also one inside another and with escapes', () => {
  const source = ['msg`a $', '{b ? msg`c $', '{d}` : { e: `f` }} g`; msg`h \\` i`'].join('')
  assert.deepEqual(templatesIn(source), ['a {0} g', 'c {0}', 'h ` i'])
})

test('every message has a German text', () => {
  const missing = [...templatesInSource()].filter(([template]) => hasWords(template) && !german.texts.has(template))
  assert.deepEqual(missing, [])
})

test('no German text is left of a message that is gone', () => {
  const known = templatesInSource()
  assert.deepEqual(
    [...german.texts.keys()].filter((template) => !known.has(template)),
    [],
  )
})

test('a German text has the values of its message', () => {
  for (const [template, text] of german.texts) {
    const lost = placeholdersIn(template).filter((placeholder) => !placeholdersIn(text).includes(placeholder))
    assert.ok(
      lost.every((placeholder) => MAY_BE_LEFT_OUT.has(`${template} ${placeholder}`)),
      `${template} → ${text}`,
    )
    assert.deepEqual(
      placeholdersIn(text).filter((placeholder) => !template.includes(placeholder)),
      [],
    )
  }
})

/** The name of the record stands in the German text once. */
const MAY_BE_LEFT_OUT = new Set([
  '{0} {1} is inactive. Activate the {2} or choose another one. {2}',
  ' Make the {0} inactive instead. {0}',
])
