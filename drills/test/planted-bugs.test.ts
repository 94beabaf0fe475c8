import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drills } from '../catalog.ts'
import { runDrill } from '../framework/run-drill.ts'
import { plantedBugs } from '../planted/bugs.ts'
import { planted } from '../planted/planted.ts'

const AT_ONCE = 2

describe('A drill finds a bug of the server:', { concurrency: AT_ONCE }, () => {
  for (const [title, { replacements, drill: name, rounds, seed, finds }] of Object.entries(plantedBugs)) {
    const drill = drills.find((any) => any.name === name)!
    test(`${title} (${name})`, { skip: drill.missing?.() ?? false }, async () => {
      const isPostgres = !drill.databases.includes('sqlite')
      const options = { name, minutes: 1, rounds, size: undefined, seed, isPostgres, isJson: false }
      const { violations } = await runDrill(drill, options, () => {}, planted(replacements))
      const kinds = new Set(violations.map(({ kind }) => kind))
      assert.ok(
        [...kinds].some((kind) => finds.test(kind)),
        JSON.stringify(violations.slice(0, 10), null, 2),
      )
    })
  }
})

test('a bug is planted only where the source has exactly the part that it replaces', () => {
  const replacement = { file: 'core/execute.ts', part: 'no such part', by: '' }
  assert.throws(() => planted([replacement]), /core\/execute\.ts does not contain this part once: no such part/)
})
