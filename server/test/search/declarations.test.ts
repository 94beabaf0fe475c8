import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableOf } from '../../src/db/table.ts'
import { catalog } from '../../src/resources/catalog.ts'

test('whatever a hit shows as its name or code can be searched', () => {
  const kinds = catalog.filter(({ hit }) => hit)
  assert.ok(kinds.length > 1)
  for (const { hit, ...resource } of kinds) {
    const { searched } = tableOf(resource)
    for (const field of [hit!.name, hit!.code])
      assert.ok(!field || searched.includes(field), `${resource.name}.${field}`)
  }
})
