import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice, movedInvoice, readInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { createSubmitted, invoice, pay } from '../support/trade.ts'

const STATUSES: Readonly<Record<string, readonly string[]>> = {
  '/items': ['active', 'inactive'],
  '/customers': ['active', 'inactive'],
  '/sales-orders': ['draft', 'submitted', 'on_hold', 'closed', 'cancelled'],
  '/invoices': ['draft', 'unpaid', 'partially_paid', 'paid', 'cancelled'],
}

onEveryDatabase('Lists of invoices', (kind) => {
  const kontor = kontorFor(kind)
  const byStatus: Record<string, AnyRecord> = {}
  let [item, customer, order]: AnyRecord[] = []
  before(async () => {
    customer = await createCustomer(kontor(), { name: 'Müller & Söhne' })
    item = await createItem(kontor(), { sellingPrice: 10 })
    const lines = [{ item: item.id, quantity: 1 }]
    order = await createSubmitted(kontor(), lines, { customer })
    byStatus.unpaid = await invoice(kontor(), order, { invoiceDate: '2026-11-01' })
    byStatus.draft = await directInvoice(kontor(), lines, { draft: true, invoiceDate: '2026-11-02' })
    byStatus.cancelled = await movedInvoice(kontor(), await directInvoice(kontor(), lines), 'cancelled')
    for (const [status, amount] of [
      ['partially_paid', 4],
      ['paid', 10],
    ] as const) {
      byStatus[status] = await directInvoice(kontor(), lines, { invoiceDate: '2026-11-03' })
      await pay(kontor(), byStatus[status], amount)
    }
  })
  const list = async (path: string): Promise<AnyRecord> => {
    const { status, body, text } = await kontor().get(path)
    assert.equal(status, 200, text)
    return body
  }
  const idsOf = ({ data }: AnyRecord) => data.map(({ id }: AnyRecord) => id)

  test('filtered by a status show exactly those that have it', async () => {
    for (const status of STATUSES['/invoices']!) {
      const { data, meta } = await list(`/invoices?status=${status}`)
      assert.deepEqual(data, [await readInvoice(kontor(), byStatus[status]!)])
      assert.equal(meta.total, 1)
    }
    const both = await list('/invoices?status[in]=draft,paid&sort=invoiceDate&order=asc')
    assert.deepEqual(idsOf(both), [byStatus.draft!.id, byStatus.paid!.id])
  })

  test('filtered by a status that only other records know are empty', async () => {
    for (const status of ['submitted', 'on_hold', 'closed', 'active', 'inactive']) {
      const { data, meta } = await list(`/invoices?status=${status}`)
      assert.deepEqual([data, meta.total], [[], 0])
    }
  })

  test('accept a status of any other resource', async () => {
    const known = new Set(Object.values(STATUSES).flat())
    for (const [path, own] of Object.entries(STATUSES)) {
      for (const status of known) {
        const { data } = await list(`${path}?status=${status}`)
        if (!own.includes(status)) assert.deepEqual(data, [], `${path} ${status}`)
        assert.ok(data.every((record: AnyRecord) => record.status === status))
      }
    }
  })

  test('refuse an unknown status, naming the known ones', async () => {
    for (const status of ['nonsense', 'Draft', 'unpaid,paid']) {
      const answer = await kontor().get(`/invoices?status=${status}`)
      assertRefused(answer, 400, 'INVALID_FILTER')
      assert.match(answer.body.error.message, /one of draft, unpaid, partially_paid, paid, cancelled/)
    }
  })

  test('are searched by number and by name of the customer', async () => {
    const { id, invoiceNumber } = byStatus.unpaid!
    for (const words of [invoiceNumber, invoiceNumber.toLowerCase(), 'muller', 'S%C3%96HNE m%C3%BCller']) {
      assert.deepEqual(idsOf(await list(`/invoices?search=${words}`)), [id], words)
    }
  })

  test('are filtered by order, customer, dates and amounts', async () => {
    const { id } = byStatus.unpaid!
    for (const query of [
      `salesOrder=${order.id}`,
      `customer=${customer.id}`,
      'invoiceDate[lt]=2026-11-02',
      'outstanding[gt]=6',
      'salesOrder[ne]=null',
    ]) {
      assert.deepEqual(idsOf(await list(`/invoices?${query}`)), [id], query)
    }
    assert.deepEqual(idsOf(await list('/invoices?amountPaid=4')), [byStatus.partially_paid!.id])
    assert.deepEqual(idsOf(await list('/invoices?invoiceNumber=null')), [byStatus.draft!.id])
  })

  test('contain the lines, payments and transitions of every invoice', async () => {
    const { data } = await list('/invoices?perPage=100')
    assert.equal(data.length, 5)
    for (const record of data) assert.deepEqual(record, await readInvoice(kontor(), record))
  })

  test('contain only the fields that were asked for', async () => {
    const { data } = await list('/invoices?status=paid&fields=invoiceNumber,isOverdue,payments')
    assert.deepEqual(Object.keys(data[0]).sort(), ['id', 'invoiceNumber', 'isOverdue', 'payments'])
    assertRefused(await kontor().get('/invoices?fields=overdueFrom'), 400, 'INVALID_PARAMETER')
    assertRefused(await kontor().get('/invoices?overdueFrom[lt]=2030-01-01'), 400, 'INVALID_FILTER')
  })
})
