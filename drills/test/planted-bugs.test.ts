import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drills } from '../catalog.ts'
import { runDrill } from '../framework/run-drill.ts'
import type { Summary } from '../framework/summary.ts'
import { plantedBugs } from '../planted/bugs.ts'
import { planted } from '../planted/planted.ts'

const AT_ONCE = 2

/** Bugs that the same run finds are planted together if each of them alone is found as a kind of its own. */
const runs = Map.groupBy(Object.entries(plantedBugs), ([title, { drill, rounds, seed, isAlone }]) =>
  isAlone ? title : [drill, rounds, seed].join(),
)

describe('A drill finds bugs of the server:', { concurrency: AT_ONCE }, () => {
  for (const bugs of runs.values()) {
    const [[, { drill: name, rounds, seed }]] = bugs as [(typeof bugs)[0]]
    const drill = drills.find((any) => any.name === name)!
    const title = bugs.map(([one]) => one).join('; ')
    test(`${title} (${name})`, { skip: drill.missing?.() ?? false }, async () => {
      const isPostgres = !drill.databases.includes('sqlite')
      const options = { name, minutes: 1, rounds, size: undefined, seed, isPostgres, isJson: false }
      const environment = planted(bugs.flatMap(([, { replacements }]) => replacements))
      const summary = await runDrill(drill, options, () => {}, environment)
      for (const [bug, { finds }] of bugs) assertFound(bug, finds, summary)
    })
  }
})

function assertFound(bug: string, finds: RegExp, { violations }: Summary): void {
  const examples = [...Map.groupBy(violations, ({ kind }) => kind).values()].flatMap((some) => some.slice(0, 3))
  assert.ok(
    violations.some(({ kind }) => finds.test(kind)),
    `${bug}: ${JSON.stringify(examples, null, 2)}`,
  )
}

test('a bug is planted only where the source has exactly the part that it replaces', () => {
  const replacement = { file: 'core/execute.ts', part: 'no such part', by: '' }
  assert.throws(() => planted([replacement]), /core\/execute\.ts does not contain this part once: no such part/)
})
