import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withErrorTexts } from './error-cell.ts'
import { attributesOf, tagsIn } from './sheet-tags.ts'

/** Of processor time. What grows with the square of these sizes takes minutes. */
const SECONDS_MAX = 5

function withinSeconds(work: () => void): void {
  const start = process.cpuUsage()
  work()
  const { user } = process.cpuUsage(start)
  assert.ok(user < SECONDS_MAX * 1_000_000, `${user / 1_000_000} s`)
}

test('tags are found by their names, with any prefix, and with all values of an attribute', () => {
  const xml = `<x:row r='2'><x:c  r = "A1" t="e" r='B2'/><f>a</f></x:row><row>`
  const found = [...tagsIn(xml, new Set(['row', 'c', '/row']))]
  assert.deepEqual(
    found.map(({ name, isEmpty }) => [name, isEmpty]),
    [
      ['row', false],
      ['c', true],
      ['/row', false],
      ['row', false],
    ],
  )
  const values = (index: number) => attributesOf(xml, found[index]!, 'r').map(({ value }) => value)
  assert.deepEqual([values(0), values(1), values(3)], [['2'], ['A1', 'B2'], []])
})

test('a failed formula becomes a marked text; other cells stay as they are', () => {
  const failed = `<x:c r="A1" t='e' s="1"><x:f>1/0</x:f><x:v>#DIV/0!</x:v></x:c>`
  const others = '<c t="e"/><c t="e"></c><c t="n"><v>1</v></c><c t="e"><v/></c>'
  const text = `<x:c r="A1" t='str' s="1"><x:f>1/0</x:f><x:v>&#57584;#DIV/0!</x:v></x:c>`
  assert.equal(withErrorTexts(others + failed + others), others + text + others)
})

test('a sheet that was made to be slow is scanned in a time that grows with its length', () => {
  for (const part of ['<c ', '<c t="e">', '<c t="e" ', '<c t="e"><f>', ' t = ', '<', '>', '<c r="'])
    withinSeconds(() => {
      try {
        withErrorTexts(`<c t="e">${part.repeat(100_000)}`)
      } catch (error) {
        assert.match(String(error), /broken/) // a tag that is too long
      }
    })
})
