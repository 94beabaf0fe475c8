import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { directInvoice } from '../support/invoicing.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { createItem } from '../support/records.ts'
import { sameDatabase } from '../support/same-database.ts'

/** Takes the migration back, as if the database had never seen it. */
async function withoutMigration({ engine }: Kontor): Promise<void> {
  const { builder } = engine
  await engine.changeSchema(async (connection) => {
    await connection.query(builder.schema.alterTable('series').dropColumn('lastDate').compile())
    await connection.query(builder.deleteFrom('migrations').where('name', '=', '0031-series-dates').compile())
  })
}

onEveryDatabase('A database from before series knew their dates', (kind) => {
  const same = sameDatabase(kind)

  test('learns the latest date of each series of invoices, so that an earlier one is warned of', async () => {
    const before = await openKontor(same)
    const items = [{ item: (await createItem(before, { sellingPrice: 5 })).id, quantity: 1 }]
    for (const invoiceDate of ['2024-05-05', '2024-03-03', '2025-01-01'])
      await directInvoice(before, items, { invoiceDate })
    await withoutMigration(before)
    await before.close()

    const kontor = await openKontor(same)
    const { customer } = await directInvoice(kontor, items, { draft: true })
    const issue = async (invoiceDate: string) => {
      const { body } = await kontor.post('/invoices', { customer, items, invoiceDate })
      return body.meta?.warnings.map(({ code }: { code: string }) => code) ?? []
    }
    assert.deepEqual(await issue('2024-05-04'), ['DATE_OUT_OF_SEQUENCE'])
    assert.deepEqual(await issue('2024-05-05'), [])
    assert.deepEqual(await issue('2025-01-01'), [])
    await kontor.close()
  })
})
