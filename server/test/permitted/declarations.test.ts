import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { PERMITTED } from '../../src/model/permitted.ts'
import { fixtures } from '../support/fixtures.ts'
import { everyRoute } from '../support/product.ts'

test('no resource has a field by the name under which a record tells what is permitted', () => {
  assert.deepEqual(
    everyResource().filter(({ fields }) => PERMITTED in fields),
    [],
  )
})

test('an action that creates from a record of another resource names that record in its body', () => {
  const sources = everyRoute.flatMap(({ action, title }) => (action.from ? [{ action, title, from: action.from }] : []))
  for (const { action, title, from } of sources) {
    const { kind, options } = action.input[from.field] ?? {}
    assert.deepEqual([kind?.name, options?.target], ['ref', from.resource.name], title)
  }
  const promises = [...fixtures.values()].flatMap(({ createdFrom = {} }) =>
    Object.entries(createdFrom).map(([resource, title]) => `${resource}: ${title}`),
  )
  assert.deepEqual(sources.map(({ title, from }) => `${from.resource.name}: ${title}`).sort(), promises.sort())
})

test('only an action on one record looks at that record before it runs', () => {
  const wrong = everyRoute.filter(
    ({ action: { blocker, path, recordId } }) => blocker && !path.includes('/:id') && !recordId,
  )
  assert.deepEqual(
    wrong.map(({ title }) => title),
    [],
  )
})
