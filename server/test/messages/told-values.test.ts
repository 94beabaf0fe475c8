import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import type { Fields } from '../../src/model/fields.ts'
import { fieldsOf } from '../../src/model/resource.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { valuesIn } from './templates.ts'

const SOURCE = join(import.meta.dirname, '../../src')
const RESOURCES = join(SOURCE, 'resources')

const namesOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { options }]) => [name, ...namesOf(options.fields ?? {})])
const FIELDS = new Set(catalog.flatMap(({ fields }) => namesOf(fields)))

/** Values that are no secret of a record, or that a written `reveals` names. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  'documents/open-items/allocate.ts': ['amount'], // as sent
  'documents/references/pick-lines.ts': ['source', 'quantity', 'uom'], // `reveals` of the picking
  'documents/references/refusals.ts': ['progress.purpose'], // of the declaration
  'sales-orders/order-moves.ts': ['actor.role'],
  'sales-orders/sales-orders.rules.ts': ['quantity', 'rate'], // their `reveals`
  'settings/logo/svg.ts': ['name'], // of an element
  'settings/numbering/patterns.ts': ['name'], // as sent
}

/** Whether an expression is a property, or a variable that is called like a field. Messages inside messages are. */
function isRaw(expression: string): boolean {
  const path = expression.replaceAll(/[!?]/g, '')
  return /^[\w.[\]]+$/.test(path) && !path.endsWith('.message') && (path.includes('.') || FIELDS.has(path))
}

test('a message of a resource takes the values of records by toldOf, so that a role that may not see them is not told', () => {
  const raw = globSync('**/*.ts', { cwd: RESOURCES })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      valuesIn(readFileSync(join(RESOURCES, file), 'utf8'))
        .filter(isRaw)
        .map((value) => [file, value]),
    )
  const found = Map.groupBy(raw, ([file]) => file!)
  const values = [...found].map(([file, each]) => [file, [...new Set(each.map(([, value]) => value!))].sort()])
  const expected = Object.entries(PLAIN).map(([file, names]) => [file, [...names].sort()])
  assert.deepEqual(Object.fromEntries(values), Object.fromEntries(expected))
})

/** `orders.items.rate` and all others. */
const pathsOf = (fields: Fields, prefix: string): string[] =>
  Object.entries(fields).flatMap(([name, { options }]) => [
    prefix + name,
    ...pathsOf(options.fields ?? {}, `${prefix}${name}.`),
  ])

test('a path in a written list of what a message reveals exists, because a misspelt one hides nothing', () => {
  const known = new Set(everyResource().flatMap((resource) => pathsOf(fieldsOf(resource), `${resource.name}.`)))
  const written = globSync('{auth,core,resources}/**/*.ts', { cwd: SOURCE })
    .filter((file) => !/(test|resource|fields)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/reveals(?::| =) \[([^\]]*)\]/g)])
    .flatMap(([, list]) => [...list!.matchAll(/'([^']*)'/g)].map(([, path]) => path!))
  assert.ok(written.length > 10)
  assert.deepEqual(
    written.filter((path) => !known.has(path)),
    [],
  )
})
