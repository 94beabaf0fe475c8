import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice, leavingNoTrace } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertRefused, createItem } from '../support/records.ts'
import { pay } from '../support/trade.ts'

onEveryDatabase('The ledger of allocations', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 100 })
  })
  const owing = () => directInvoice(kontor(), [{ item: item.id, quantity: 1 }])

  /** Source, target, kind and amount of each row, oldest first. */
  async function ledgerOf({ id }: AnyRecord): Promise<unknown[]> {
    const { builder, reader } = kontor().engine
    const columns = ['source_resource', 'source_id', 'target_resource', 'kind', 'amount']
    const rows = builder.selectFrom('allocations').select(columns).where('target_id', '=', id).orderBy('id')
    return (await reader.query(rows.compile())).map((row) => [...row.slice(0, -1), Number(row.at(-1)) / 10_000])
  }
  const rowOf = ({ id }: AnyRecord, amount: number) => ['payments', id, 'invoices', 'payment', amount]

  test('has a row for each payment', async () => {
    const invoice = await owing()
    const [one, other] = [await pay(kontor(), invoice, 33.33), await pay(kontor(), invoice, 66.67)]
    assert.deepEqual(await ledgerOf(invoice), [rowOf(one, 33.33), rowOf(other, 66.67)])
  })

  test('keeps the row of a payment that is taken back, and adds the opposite one', async () => {
    const invoice = await owing()
    const payment = await pay(kontor(), invoice, 40)
    assert.equal((await kontor().delete(`/payments/${payment.id}`)).status, 204)
    assert.deepEqual(await ledgerOf(invoice), [rowOf(payment, 40), rowOf(payment, -40)])
    assert.equal((await kontor().delete(`/payments/${payment.id}`)).status, 404)
    assert.equal((await ledgerOf(invoice)).length, 2)
  })

  test('says nothing of a payment that is refused, tried or changed in its reference', async () => {
    const invoice = await owing()
    await leavingNoTrace(kontor(), async () => {
      assertRefused(await kontor().post('/payments', { invoice: invoice.id, amount: 100.01 }), 422, 'OVERPAYMENT')
      const tried = await kontor().post('/payments?dryRun=true', { invoice: invoice.id, amount: 1 })
      assert.equal(tried.status, 201, tried.text)
    })
    const payment = await pay(kontor(), invoice, 1)
    const changed = await kontor().call('PATCH', `/payments/${payment.id}`, { body: { reference: 'Statement 12' } })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(await ledgerOf(invoice), [rowOf(payment, 1)])
  })

  test('is only added to: the database itself refuses to change or to remove a row', async () => {
    const invoice = await owing()
    await pay(kontor(), invoice, 1)
    const { builder, write } = kontor().engine
    const statements = [
      builder.updateTable('allocations').set({ amount: 1 }).where('target_id', '=', invoice.id),
      builder.deleteFrom('allocations').where('target_id', '=', invoice.id),
    ]
    for (const statement of statements)
      await assert.rejects(
        write((connection) => connection.query(statement.compile())),
        /can only be added to/,
      )
  })

  test('is not part of the API', async () => {
    assertRefused(await kontor().get('/allocations'), 404, 'NOT_FOUND')
  })
})
