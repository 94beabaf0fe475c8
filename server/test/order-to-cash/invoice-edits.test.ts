import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import {
  type AnyRecord,
  assertRefusal,
  directInvoice,
  leavingNoTrace,
  movedInvoice,
  readInvoice,
} from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, createCustomer, createItem } from '../support/records.ts'
import { createSubmitted, invoice, pay } from '../support/trade.ts'

const DATES = { invoiceDate: '2026-11-15', dueDate: '2026-12-15' }

onEveryDatabase('Editing an invoice', (kind) => {
  const kontor = kontorFor(kind)
  let [item, other, customer]: AnyRecord[] = []
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 100, taxRate: 19 })
    other = await createItem(kontor(), { sellingPrice: 7 })
    customer = await createCustomer(kontor(), { name: 'Another' })
  })
  const lines = (quantity = 1) => [{ item: item.id, quantity }]
  const edit = ({ id }: AnyRecord, changes: object) => kontor().put(`/invoices/${id}`, changes)
  async function edited(subject: AnyRecord, changes: object): Promise<AnyRecord> {
    const { status, body, text } = await edit(subject, changes)
    assert.equal(status, 200, text)
    assert.deepEqual(await readInvoice(kontor(), subject), body.data)
    return body.data
  }
  /** Whatever else a client might want to change. */
  const changes = (): { [field: string]: unknown } => ({
    customer: customer.id,
    items: [{ item: other.id, quantity: 1 }],
    invoiceDate: '2026-11-16',
    dueDate: '2027-01-01',
    paymentTerms: 'Net 90',
    notes: 'Changed',
  })
  async function assertOnly(subject: AnyRecord, editable: readonly string[], parts: string[] = []): Promise<void> {
    for (const [field, value] of Object.entries(changes())) {
      if (editable.includes(field)) {
        assert.deepEqual((await edited(subject, { [field]: value }))[field], value)
        continue
      }
      const said = new RegExp(
        `with the status "${subject.status}", only ${[...editable, ...parts].join(', ')} may change`,
      )
      const error = await assertRefusal(kontor(), () => edit(subject, { [field]: value }), 'DOCUMENT_LOCKED', said)
      assert.equal(error.details[0].field, field)
    }
  }

  test('a draft without an order can be changed as a whole, and is priced anew', async () => {
    const draft = await directInvoice(kontor(), lines(), { ...DATES, draft: true })
    const after = await edited(draft, { ...changes(), items: [...draft.items, { item: other.id, quantity: 2 }] })
    assert.deepEqual([after.customer, after.customerName], [customer.id, 'Another'])
    assert.deepEqual([after.invoiceDate, after.dueDate, after.notes], ['2026-11-16', '2027-01-01', 'Changed'])
    assert.deepEqual([after.items[0].id, after.items.length], [draft.items[0].id, 2])
    assert.deepEqual([after.subtotal, after.taxTotal, after.total, after.status], [114, 19, 133, 'draft'])
    const [line] = after.items
    assert.equal((await edited(draft, { items: [{ ...line, quantity: 3, discount: 50 }] })).total, 178.5)
  })

  test('a draft keeps its prices when its items change, and its total answers to expectedTotal', async () => {
    const own = await createItem(kontor(), { sellingPrice: 10 })
    const draft = await directInvoice(kontor(), [{ item: own.id, quantity: 1 }], { draft: true })
    await kontor().put(`/items/${own.id}`, { sellingPrice: 99 })
    const { items } = await readInvoice(kontor(), draft)
    const { rate: _, ...line } = items[0]
    assert.equal((await edited(draft, { items: [{ ...line, quantity: 2 }], expectedTotal: 20 })).total, 20)
    const wrong = () => edit(draft, { items: [{ ...line, quantity: 3 }], expectedTotal: 20 })
    await assertRefusal(kontor(), wrong, 'TOTAL_MISMATCH', /The total is 30, not 20/)
  })

  test('a draft of an order can change its notes, dates, terms and prices only', async () => {
    const draft = await invoice(kontor(), await createSubmitted(kontor(), lines(2)), { ...DATES, draft: true })
    const prices = ['items.rate', 'items.discount', 'items.taxRate']
    await assertOnly(draft, ['invoiceDate', 'dueDate', 'supplyFrom', 'supplyUntil', 'paymentTerms', 'notes'], prices)
    const issued = await movedInvoice(kontor(), draft, 'unpaid')
    assert.deepEqual([issued.invoiceDate, issued.dueDate, issued.total], ['2026-11-16', '2027-01-01', 238])
  })

  test('an issued invoice can change its notes and put off its due date only', async () => {
    const partly = await directInvoice(kontor(), lines(), DATES)
    await pay(kontor(), partly, 1)
    const fromOrder = await invoice(kontor(), await createSubmitted(kontor(), lines()), DATES)
    for (const subject of [fromOrder, await directInvoice(kontor(), lines(), DATES), partly]) {
      await assertOnly(await readInvoice(kontor(), subject), ['notes', 'dueDate'])
    }
  })

  test('a due date can be put off but not brought forward, nor taken away', async () => {
    const issued = await directInvoice(kontor(), lines(), DATES)
    assert.equal((await edited(issued, { dueDate: '2026-12-31' })).dueDate, '2026-12-31')
    for (const dueDate of ['2026-12-30', '2026-11-01', null]) {
      const said = assertInvalid(await leavingNoTrace(kontor(), () => edit(issued, { dueDate })), 'dueDate')
      assert.match(said.dueDate!, /Due date (can only be moved to a later day|must not be before)/)
    }
    assert.equal((await edited(issued, { dueDate: '2026-12-31' })).dueDate, '2026-12-31')
  })

  test('a paid or a cancelled invoice can change its notes only', async () => {
    const paid = await directInvoice(kontor(), lines(), DATES)
    await pay(kontor(), paid, paid.total)
    const cancelled = await movedInvoice(kontor(), await directInvoice(kontor(), lines(), DATES), 'cancelled')
    for (const subject of [paid, cancelled]) await assertOnly(await readInvoice(kontor(), subject), ['notes'])
  })

  test('sending back what was read changes nothing but the version', async () => {
    const ordered = await createSubmitted(kontor(), lines(3))
    for (const subject of [
      await directInvoice(kontor(), lines(), { ...DATES, draft: true }),
      await directInvoice(kontor(), lines(), DATES),
      await invoice(kontor(), ordered, { items: lines(1) }),
      await invoice(kontor(), ordered, { draft: true }),
    ]) {
      const whole = await readInvoice(kontor(), subject)
      const { version, updatedAt, ...after } = await edited(subject, whole)
      const { version: before, updatedAt: then, ...rest } = whole
      assert.deepEqual(after, rest)
      assert.ok(version >= before && updatedAt >= then)
    }
  })

  test('the due date of a draft can be brought forward, and taken away', async () => {
    const draft = await directInvoice(kontor(), lines(), { ...DATES, draft: true })
    for (const dueDate of ['2026-12-01', null]) assert.equal((await edited(draft, { dueDate })).dueDate, dueDate)
  })

  test('a draft does not become due before its date', async () => {
    const draft = await directInvoice(kontor(), lines(), { ...DATES, draft: true })
    assertInvalid(await leavingNoTrace(kontor(), () => edit(draft, { dueDate: '2026-11-14' })), 'dueDate')
    assertInvalid(await leavingNoTrace(kontor(), () => edit(draft, { invoiceDate: '2026-12-16' })), 'dueDate')
    assertInvalid(await leavingNoTrace(kontor(), () => edit(draft, { items: [] })), 'items')
  })

  test('amounts, numbers and states are no fields that one could write', async () => {
    const issued = await directInvoice(kontor(), lines(), DATES)
    const { total, status, invoiceNumber, amountPaid } = await edited(issued, {
      total: 1,
      status: 'paid',
      invoiceNumber: 'X',
      amountPaid: 119,
      outstanding: 0,
      salesOrder: 'so_1',
    })
    assert.deepEqual([total, status, invoiceNumber, amountPaid], [119, 'unpaid', issued.invoiceNumber, 0])
  })
})
