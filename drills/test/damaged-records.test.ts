import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openContext } from '../framework/context.ts'
import { examine } from '../history/examine.ts'
import { History } from '../history/history.ts'
import { Target } from '../history/target.ts'
import { startLoad } from '../load/load.ts'

const REQUESTS = 150

/** Each planted fault damages an acknowledged record behind the back of the server. Movements are never changed by the load. */
const FAULTS: Readonly<Record<string, (idOf: (resource: string, place?: number) => string) => string>> = {
  lost: (idOf) => `delete from "stock-movements" where "id" = '${idOf('stock-movements', 0)}'`,
  'gone back': (idOf) => `update "items" set "version" = "version" - 1 where "id" = '${idOf('items')}'`,
  'half-written': (idOf) => `update "sales-orders" set "total" = 0 where "id" = '${idOf('sales-orders')}'`,
  different: (idOf) => `update "stock-movements" set "note" = 'other' where "id" = '${idOf('stock-movements')}'`,
}

test('the check of a drill finds records that were damaged behind the back of the server', async () => {
  await using context = openContext({
    seed: 7,
    database: 'sqlite',
    minutes: 1,
    rounds: 1,
    size: undefined,
    log() {},
  })
  const drilled = await context.createDatabase()
  const history = new History()
  const target = new Target()
  const server = await context.startServer(drilled)
  await target.use(server)
  const load = await startLoad({ seed: 7, target, history, clients: 4, requests: REQUESTS })
  await load.ended
  await server.stop()

  const database = new DatabaseSync(join(drilled.environment.KONTOR_DATA!, 'kontor.db'))
  database.exec('pragma foreign_keys = off')
  const written = history.operations.flatMap((operation) => operation.written ?? [])
  const idOf = (resource: string, place = -1) => written.filter((record) => record.resource === resource).at(place)!.id
  for (const statementFor of Object.values(FAULTS)) database.exec(statementFor(idOf))
  database.close()

  await target.use(await context.startServer(drilled))
  const { violations } = await examine(history, target, drilled.environment)
  target.close()
  const kinds = new Set(violations.map(({ kind }) => kind))
  for (const kind of [...Object.keys(FAULTS), 'verify'])
    assert.ok(kinds.has(kind), `${kind} is not among ${[...kinds]}`)
})
