import type { Field, Fields } from '../../src/model/fields.ts'
import { isWritable } from '../../src/model/input.ts'
import { catalog } from '../../src/resources/catalog.ts'
import type { RecordOf } from '../support/fixture.ts'
import { fixtureOf } from '../support/fixtures.ts'
import type { Planter } from './planted.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** The body of the fixture, with a planted value in every field that takes one. */
export function plantedBody(name: string, plant: Planter, of: RecordOf): object {
  const { fields } = catalog.find((resource) => resource.name === name)!
  return withPlanted(fixtureOf(name).body!(of), fields, plant)
}

const withPlanted = (body: AnyRecord, fields: Fields, plant: Planter): AnyRecord => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isWritable(field) && !field.options.transient)
      .map(([name, field]) => [name, plantedValue(body[name], field, plant)])
      .filter(([, value]) => value !== undefined),
  ),
})

/** Undefined where a value that occurs once is not possible: then it is that of the body. */
function plantedValue(given: unknown, { kind, options }: Field, plant: Planter): unknown {
  const { fields: parts } = options
  if (parts && kind.structure === 'parts') return withPlanted(given ?? {}, parts, plant)
  if (parts) return (given as AnyRecord[] | undefined)?.map((line) => withPlanted(line, parts, plant))
  if (options.choices || options.target) return undefined
  if (kind.name === 'date') return plant.date()
  if (kind.name === 'percent') return plant.number(10, 30)
  if (kind.name === 'money' || kind.name === 'quantity') return plant.number(100, 900)
  if (kind.name !== 'text') return undefined
  if (options.format) return options.format === 'email' ? `${plant.text()}@example.com` : undefined
  return plant.text()
}
