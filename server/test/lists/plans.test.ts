import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { filterableOf, sortableOf } from '../../src/core/lists/parse-list.ts'
import { tableOf } from '../../src/db/table.ts'
import { type Resource, valueAt } from '../../src/model/resource.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { type DatabaseKind, onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { listed as listedResources } from '../support/world.ts'
import { fillWithMany, fillWithManyDocuments } from './many.ts'
import { faultsOf, statementsOf } from './plans.ts'
import { addressOf, listed } from './walk.ts'

/** Far more than a page, far less than the table. */
const ROWS_MAX = 500
const HOUR_MS = 3_600_000
const MIDDLE_PAGE = 100

/** A user limited to own records does not have thousands of them. */
const [plain, documents] = [listedResources.slice(0, 2), listedResources.slice(2).filter(({ personal }) => !personal)]
const tables = catalog.map(tableOf).flatMap(({ name, lines }) => [name, ...lines.map((line) => line.name)])

onEveryDatabase('The database neither reads nor sorts a whole table', (kind) => {
  const isServed = kind.name !== 'SQLite'
  for (const isAnalysed of isServed ? [true] : [false, true]) {
    describe(isAnalysed ? 'when it has statistics' : 'when it has none', () =>
      checkPlans(kind, plain, fillWithMany, isAnalysed),
    )
  }
  describe('of documents', () => checkPlans(kind, documents, fillWithManyDocuments, isServed))
})

/** The embedded database gathers statistics only when it is told to; the served one does so by itself. */
function checkPlans(
  kind: DatabaseKind,
  resources: readonly Resource[],
  fill: (kontor: Kontor) => Promise<void>,
  isAnalysed: boolean,
): void {
  const kontor = kontorFor(kind)
  before(async () => {
    await fill(kontor())
    if (isAnalysed) await kontor().engine.write((connection) => connection.query({ sql: 'analyze', parameters: [] }))
  })
  const check = async (resource: string, parameters: Record<string, string | number>) => {
    const address = addressOf(`/${resource}`, parameters)
    const statements = await statementsOf(kontor(), tables, address)
    assert.ok(
      statements.some(({ sql }) => sql.includes(`from "${resource}"`)),
      address,
    )
    for (const statement of statements) {
      assert.deepEqual(await faultsOf(kontor(), statement, ROWS_MAX), [], `${address}\n${statement.sql}`)
    }
  }

  for (const resource of resources) {
    const { name } = resource
    const quick = [...filterableOf(resource)].filter(
      ([path, { options }]) => sortableOf(resource).includes(path) && !options.figure, // a computed figure has no index
    )

    test(`for the first page of ${name}`, () => check(name, {}))

    test(`for ${name} by cursor`, async () => {
      const { meta } = await listed(kontor(), `/${name}`, { page: MIDDLE_PAGE })
      await check(name, { cursor: meta.nextCursor })
    })

    test(`for a span of time of ${name}`, async () => {
      const start = Date.now() - 3000 * HOUR_MS
      const [from, to] = [new Date(start).toISOString(), new Date(start + 200 * HOUR_MS).toISOString()]
      await check(name, { 'createdAt[gte]': from, 'createdAt[lt]': to, order: 'asc' })
      await check(name, { 'createdAt[gte]': from, 'createdAt[lt]': to, order: 'desc' })
    })

    for (const [path, field] of quick) {
      test(`for ${name} sorted by ${path}`, async () => {
        for (const order of ['asc', 'desc']) await check(name, { sort: path, order })
      })

      test(`for ${name} sorted by ${path}, by cursor`, async () => {
        for (const order of ['asc', 'desc']) {
          for (const page of [1, MIDDLE_PAGE]) {
            const { meta } = await listed(kontor(), `/${name}`, { sort: path, order, page })
            await check(name, { sort: path, order, cursor: meta.nextCursor })
          }
        }
      })

      // The served database may well find another way cheaper: it knows how its rows lie.
      for (const lead of kind.name === 'SQLite' ? (field.options.indexedWithin ?? []) : []) {
        test(`for ${name} of one ${lead}, sorted by ${path}`, async () => {
          const { data } = await listed(kontor(), `/${name}`, { perPage: 1 })
          for (const order of ['asc', 'desc']) {
            const parameters = { [lead]: String(valueAt(data[0], lead)), sort: path, order }
            const { meta } = await listed(kontor(), `/${name}`, { ...parameters, perPage: 3 })
            await check(name, parameters)
            await check(name, { ...parameters, cursor: meta.nextCursor })
          }
        })
      }

      test(`for ${name} filtered by ${path}`, async () => {
        const { data } = await listed(kontor(), `/${name}`, { order: 'asc', page: 13, perPage: 1 })
        const newest = await listed(kontor(), `/${name}`, { perPage: 1 })
        for (const value of new Set([valueAt(data[0], path), valueAt(newest.data[0], path)])) {
          // The total of other fields has to be counted; that one may read whatever matches.
          await check(name, { [path]: String(value), includeTotal: String(field.options.counted === true) })
        }
      })
    }
  }
}
