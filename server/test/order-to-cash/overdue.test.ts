import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice, movedInvoice, readInvoice } from '../support/invoicing.ts'
import { ADMIN } from '../support/kontor.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { MINUTE, stoppedKontorFor } from '../support/stopped-clock.ts'
import { balanceOf, createSubmitted, pay } from '../support/trade.ts'

/** Shortly before midnight in UTC. */
const EVENING = '2026-12-15T23:30:00Z'

onEveryDatabase('The status "overdue"', (kind) => {
  const kontor = stoppedKontorFor(kind, {}, EVENING)
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 10 })
  })
  const due = (dueDate: string, more: object = {}) =>
    directInvoice(kontor(), [{ item: item.id, quantity: 1 }], { invoiceDate: '2026-11-15', dueDate, ...more })
  const lateness = async (subject: AnyRecord) => {
    const { isOverdue, daysOverdue } = await readInvoice(kontor(), subject)
    return [isOverdue, daysOverdue]
  }
  /** Which of these a list with this filter shows; its total agrees. */
  async function listed(query: string, ...subjects: AnyRecord[]): Promise<number[]> {
    const { status, body, text } = await kontor().get(`/invoices?perPage=100&${query}`)
    assert.equal(status, 200, text)
    assert.equal(body.meta.total, body.data.length)
    const ids = body.data.map(({ id }: AnyRecord) => id)
    return subjects.flatMap(({ id }, index) => (ids.includes(id) ? [index] : []))
  }

  test('begins on the day after the due date, and counts the days', async () => {
    const subjects = [
      await due('2026-12-16'),
      await due('2026-12-15'),
      await due('2026-12-14'),
      await due('2026-11-15'),
    ]
    const before = [
      [false, 0],
      [false, 0],
      [true, 1],
      [true, 30],
    ]
    assert.deepEqual(await Promise.all(subjects.map(lateness)), before)
    kontor.advance(45 * MINUTE)
    const after = [
      [false, 0],
      [true, 1],
      [true, 2],
      [true, 31],
    ]
    assert.deepEqual(await Promise.all(subjects.map(lateness)), after)
    kontor.moveTo(EVENING)
  })

  test('depends on the day of the company, not on that of the server', async () => {
    const subject = await due('2026-12-15')
    for (const [timeZone, expected] of [
      ['UTC', [false, 0]],
      ['Pacific/Kiritimati', [true, 1]],
      ['Europe/Berlin', [true, 1]],
      ['America/New_York', [false, 0]],
    ] as const) {
      assert.equal((await kontor().put('/settings', { timeZone })).status, 200)
      assert.deepEqual(await lateness(subject), expected, timeZone)
      assert.deepEqual(await listed('isOverdue=true', subject), expected[0] ? [0] : [], timeZone)
    }
    await kontor().put('/settings', { timeZone: 'UTC' })
  })

  test('is counted over months and leap days, as long as the invoice is unpaid', async () => {
    const subject = await due('2026-12-15')
    kontor.moveTo('2028-03-01T12:00:00Z')
    const { body } = await kontor().login(ADMIN.email, ADMIN.password)
    const answer = await kontor().get(`/invoices/${subject.id}`, { token: body.data.token })
    const elapsed = (Date.parse('2028-03-01') - Date.parse('2026-12-15')) / (24 * 60 * MINUTE)
    assert.deepEqual([answer.body.data.isOverdue, answer.body.data.daysOverdue], [true, elapsed])
    kontor.moveTo(EVENING)
  })

  test('is a filter of lists, by status and by flag', async () => {
    const subjects = [await due('2026-12-01'), await due('2026-12-31'), await due('2026-12-01')]
    await pay(kontor(), subjects[2], 1)
    assert.deepEqual(await listed('status=overdue', ...subjects), [0, 2])
    assert.deepEqual(await listed('isOverdue=true', ...subjects), [0, 2])
    assert.deepEqual(await listed('isOverdue=false', ...subjects), [1])
    assert.deepEqual(await listed('isOverdue=null', ...subjects), [])
    assert.deepEqual(await listed('status=overdue&isOverdue=false', ...subjects), [])
    assert.deepEqual(await listed('status=unpaid', ...subjects), [0, 1])
    assert.deepEqual(await listed('status=unpaid&isOverdue=true', ...subjects), [0])
    assert.deepEqual(await listed('status=partially_paid&isOverdue=true', ...subjects), [2])
    assert.deepEqual(await listed('isOverdue[ne]=true', ...subjects), [1])
    assert.deepEqual(await listed(`status=overdue&customer=${subjects[0].customer}`, ...subjects), [0])
    assert.deepEqual(await listed('status=overdue&sort=dueDate&order=asc', ...subjects), [0, 2])
  })

  test('is no status that can be combined with others, and takes only true or false as a flag', async () => {
    for (const filter of [
      'status[in]=overdue,unpaid',
      'status[gt]=overdue',
      'isOverdue=late',
      'isOverdue[in]=true,1',
    ]) {
      assertRefused(await kontor().get(`/invoices?${filter}`), 400, 'INVALID_FILTER')
    }
  })

  test('excludes invoices that are paid, cancelled or not yet issued', async () => {
    const paid = await due('2026-12-01')
    const payment = await pay(kontor(), paid, 10)
    const cancelled = await movedInvoice(kontor(), await due('2026-12-01'), 'cancelled')
    const subjects = [paid, cancelled, await due('2026-12-01', { draft: true })]
    for (const subject of subjects) assert.deepEqual(await lateness(subject), [false, 0])
    assert.deepEqual(await listed('status=overdue', ...subjects), [])
    await kontor().delete(`/payments/${payment.id}`)
    assert.deepEqual(await lateness(paid), [true, 14])
    assert.deepEqual(await listed('status=overdue', ...subjects), [0])
  })

  test('ends when the due date is postponed', async () => {
    const subject = await due('2026-12-01')
    await kontor().put(`/invoices/${subject.id}`, { dueDate: '2026-12-15' })
    assert.deepEqual(await lateness(subject), [false, 0])
    assert.deepEqual(await listed('status=overdue', subject), [])
  })

  test('never applies to an invoice that is due on the last possible day', async () => {
    const subject = await due('9999-12-31')
    assert.deepEqual(await lateness(subject), [false, 0])
    assert.deepEqual(await listed('status=overdue', subject), [])
  })

  test('is part of the balance of the customer: the owed amount that is late', async () => {
    const customer = await createCustomer(kontor())
    const [late, early] = [await due('2026-12-01', { customer }), await due('2026-12-31', { customer })]
    await pay(kontor(), late, 2.5)
    const { outstanding, overdue } = await balanceOf(kontor(), customer)
    assert.deepEqual([outstanding, overdue], [17.5, 7.5])
    await pay(kontor(), late, 7.5)
    await pay(kontor(), early, 1)
    assert.deepEqual((await balanceOf(kontor(), customer)).overdue, 0)
  })
})

const TERMS: readonly [terms: string | null, dueDate: string, isUnderstood?: false][] = [
  ['Net 30', '2026-03-02'],
  ['Net 0', '2026-01-31'],
  ['Due on receipt', '2026-01-31'],
  ['COD', '2026-01-31'],
  ['EOM', '2026-01-31'],
  ['EOM+15', '2026-02-15'],
  ['2/10 Net 30', '2026-03-02'],
  [null, '2026-01-31'],
  ['when the cows come home', '2026-01-31', false],
  ['Net 99999', '2026-01-31', false],
]

onEveryDatabase('Payment terms', (kind) => {
  const kontor = stoppedKontorFor(kind, {}, '2026-01-31T12:00:00Z')
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { itemType: 'Service', sellingPrice: 10 })
  })

  for (const [terms, dueDate, isUnderstood = true] of TERMS) {
    test(`"${terms}" on 31 January: due on ${dueDate}${isUnderstood ? '' : ', with a warning'}`, async () => {
      const { id: customer } = await createCustomer(kontor(), { paymentTerms: terms })
      const items = [{ item: item.id, quantity: 1 }]
      const { id: salesOrder } = await createSubmitted(kontor(), items, { customer: { id: customer } })
      const answers = [
        await kontor().post('/invoices', { customer, items }),
        await kontor().post('/invoices/from-order', { salesOrder }),
      ]
      for (const { status, body, text } of answers) {
        assert.equal(status, 201, text)
        assert.deepEqual([body.data.dueDate, body.data.paymentTerms], [dueDate, terms])
        const warnings = body.meta?.warnings.map(({ code }: AnyRecord) => code) ?? []
        assert.deepEqual(warnings, isUnderstood ? [] : ['PAYMENT_TERMS_NOT_UNDERSTOOD'])
        if (!isUnderstood) assert.match(body.meta.warnings[0].message, /are not understood, so the invoice is due on/)
      }
    })
  }

  test('apply when a draft is issued, to the date that it has then', async () => {
    const customer = await createCustomer(kontor(), { paymentTerms: 'Net 10' })
    const draft = await directInvoice(kontor(), [{ item: item.id, quantity: 1 }], { customer, draft: true })
    assert.equal(draft.dueDate, null)
    await kontor().put(`/invoices/${draft.id}`, { invoiceDate: '2026-02-20', paymentTerms: 'nonsense' })
    const { body } = await kontor().put(`/invoices/${draft.id}/status`, { status: 'unpaid' })
    assert.equal(body.data.dueDate, '2026-02-20')
    assert.equal(body.meta.warnings[0].code, 'PAYMENT_TERMS_NOT_UNDERSTOOD')
  })

  test('that are not understood do not matter if the due date is given', async () => {
    const customer = await createCustomer(kontor(), { paymentTerms: 'some day' })
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 1 }], { customer })
    const given = { salesOrder: order.id, dueDate: '2026-02-03' }
    const { body } = await kontor().post('/invoices/from-order', given)
    assert.equal(body.data.dueDate, '2026-02-03')
    // Another suite may have issued an invoice of a later date.
    const codes = body.meta?.warnings.map(({ code }: AnyRecord) => code) ?? []
    assert.ok(!codes.includes('PAYMENT_TERMS_NOT_UNDERSTOOD'))
  })
})
