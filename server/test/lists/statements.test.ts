import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { watching } from '../support/watching.ts'
import { fillTrade, others } from './trade.ts'
import { addressOf } from './walk.ts'

/** The total, the rows, their lines, and what is worked out from other records: never one statement for each record. */
const STATEMENTS_MAX: { readonly [resource: string]: number } = {
  'sales-orders': 9,
  invoices: 7,
  customers: 7,
  deliveries: 3,
  payments: 3,
  items: 2,
  ...Object.fromEntries(others.map((name) => [name, 3])),
  quotations: 4, // which of them are expired depends on the day, which depends on the settings
}

onEveryDatabase('A list', (kind) => {
  const kontor = kontorFor(kind)
  before(() => fillTrade(kontor()))

  async function statementsFor(resource: string, perPage: number): Promise<string[]> {
    const statements: string[] = []
    const address = addressOf(`/${resource}`, { perPage })
    const note = ({ sql }: { readonly sql: string }) => void statements.push(sql)
    const { status, body } = await watching(kontor().engine, note, () => kontor().get(address))
    assert.equal(status, 200)
    assert.ok(body.data.length > 0)
    return statements
  }

  for (const [resource, most] of Object.entries(STATEMENTS_MAX)) {
    test(`of ${resource} takes at most ${most} statements, however long it is`, async () => {
      for (const perPage of [1, 7, 20, 100]) {
        const statements = await statementsFor(resource, perPage)
        assert.ok(statements.length <= most, `${perPage} per page:\n${statements.join('\n')}`)
      }
    })

    test(`of ${resource} runs no statement twice`, async () => {
      const statements = await statementsFor(resource, 20)
      const rows = statements.filter((sql) => !sql.includes('"tallies"'))
      assert.equal(new Set(rows).size, rows.length, rows.join('\n'))
    })
  }
})
