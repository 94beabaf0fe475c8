import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { catalog } from '../src/resources/catalog.ts'
import { others } from './lists/trade.ts'
import { fixturePath, fixtures } from './support/fixtures.ts'
import { created, entries } from './support/world.ts'

test('every resource has a fixture', () => {
  const missing = catalog.filter(({ name }) => !fixtures.has(name))
  const advice = missing.map(
    ({ name, singular }) =>
      `Write ${fixturePath(name)}: what each role is promised to do with a ${singular} (rights), a body that creates one, ` +
      'a change that it always bears, three samples for lists, and what the search shows (hit). Begin with a copy of ' +
      `${fixturePath('customers')}; Fixture in server/test/support/fixture.ts describes each part.`,
  )
  assert.ok(missing.length === 0, advice.join('\n'))
})

test('no fixture is left of a resource that is gone', () => {
  const files = globSync('*.fixture.ts', { cwd: join(import.meta.dirname, 'fixtures') })
  const named = files.map((file) => basename(file, '.fixture.ts'))
  assert.deepEqual(named.sort(), [...fixtures.keys()].sort())
})

test('a fixture has a body if clients create its records, and a change if they change them', () => {
  for (const { resource, actions } of entries) {
    const { name } = resource
    const fixture = fixtures.get(name)
    if (!fixture) continue
    assert.equal(fixture.body !== undefined, created.includes(resource), `${fixturePath(name)}: body`)
    const isChanged = actions.some((action) => action.name === 'update') && !fixture.kept
    assert.equal(fixture.change !== undefined, isChanged, `${fixturePath(name)}: change`)
  }
})

test('a fixture has samples, unless the tests of lists have more of its resource', () => {
  const without = others.filter((name) => fixtures.has(name) && !fixtures.get(name)!.samples)
  assert.deepEqual(without.map(fixturePath), [])
})

test('a fixture says what a hit shows exactly if the search finds its records', () => {
  for (const { name, hit } of catalog) {
    const fixture = fixtures.get(name)
    if (fixture) assert.equal(fixture.hit !== undefined, hit !== undefined, `${fixturePath(name)}: hit`)
  }
})
