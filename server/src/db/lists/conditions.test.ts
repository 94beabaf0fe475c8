import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { likePattern } from './conditions.ts'

/** Reads a rewritten pattern the way both databases do: two wildcards, and a backslash before what stands for itself. */
function isMatch(pattern: string, text: string): boolean {
  const source = pattern.replace(
    /\\?./gsu,
    (part) => ({ '%': '.*', _: '.' })[part] ?? RegExp.escape(part.replace(/^\\/, '')),
  )
  return new RegExp(`^${source}$`, 'su').test(text)
}

describe('A pattern', () => {
  test('without wildcards means "contains"', () => {
    assert.equal(likePattern('bolt'), '%bolt%')
    assert.equal(likePattern(''), '%%')
  })

  test('with a wildcard stays as it is', () => {
    assert.equal(likePattern('bolt%'), 'bolt%')
    assert.equal(likePattern('_olt'), '_olt')
    assert.equal(likePattern('%'), '%')
  })

  test('with only escaped wildcards has none', () => {
    assert.equal(likePattern('50\\%'), '%50\\%%')
    assert.equal(likePattern('a\\_b'), '%a\\_b%')
    assert.equal(likePattern('a\\_b%'), 'a\\_b%')
  })

  test('keeps a backslash that stands for itself', () => {
    assert.equal(likePattern('a\\\\b'), '%a\\\\b%')
    assert.equal(likePattern('end\\'), '%end\\\\%')
    assert.equal(likePattern('\\'), '%\\\\%')
  })

  test('loses a backslash that escapes nothing special', () => {
    assert.equal(likePattern('\\a\\b'), '%ab%')
    assert.equal(likePattern('\\😀'), '%😀%')
  })

  test('is lower case and composed', () => {
    assert.equal(likePattern('ÄRMEL'), '%ärmel%')
    assert.equal(likePattern('A\u0308%'), 'ä%')
  })

  test('never ends in a lone backslash, which a database would refuse', () => {
    const pattern = fc
      .array(fc.constantFrom('\\', '%', '_', 'a', '😀'), { maxLength: 8 })
      .map((parts) => parts.join(''))
    fc.assert(fc.property(pattern, (text) => /^(?:[^\\]|\\[\\%_])*$/su.test(likePattern(text))))
  })

  test('whose every character is escaped finds exactly the texts that contain it', () => {
    const texts = fc.array(fc.constantFrom('\\', '%', '_', 'a', 'b'), { maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, texts, (wanted, text) => {
        const pattern = likePattern(wanted.replace(/./gsu, '\\$&'))
        assert.equal(isMatch(pattern, text), text.includes(wanted))
      }),
    )
  })
})
