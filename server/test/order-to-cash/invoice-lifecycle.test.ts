import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import {
  type AnyRecord,
  assertRefusal,
  centsOf,
  directInvoice,
  leavingNoTrace,
  movedInvoice,
  moveInvoice,
  readInvoice,
} from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem } from '../support/records.ts'
import { balanceOf, createSubmitted, invoice, moveThrough, pay, readOrder } from '../support/trade.ts'

const STATUSES = ['draft', 'unpaid', 'partially_paid', 'paid', 'cancelled']
const ALLOWED: Readonly<Record<string, readonly string[]>> = { draft: ['unpaid', 'cancelled'], unpaid: ['cancelled'] }

onEveryDatabase('The life of an invoice', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 33.33, taxRate: 19 })
  })
  const lines = (quantity = 3) => [{ item: item.id, quantity }]

  /** An invoice in each status, made the way that a client makes it. */
  async function inStatus(status: string): Promise<AnyRecord> {
    const draft = await directInvoice(kontor(), lines(), { draft: true })
    if (status === 'draft') return readInvoice(kontor(), draft)
    if (status === 'cancelled') return movedInvoice(kontor(), draft, 'cancelled')
    const { total } = await movedInvoice(kontor(), draft, 'unpaid')
    if (status !== 'unpaid') await pay(kontor(), draft, status === 'paid' ? total : 1)
    return readInvoice(kontor(), draft)
  }

  for (const from of STATUSES) {
    test(`${from}: goes where it may, and nowhere else, as it says itself`, async () => {
      const announced = (await inStatus(from)).allowedTransitions.filter(({ allowed }: AnyRecord) => allowed)
      assert.deepEqual(
        announced.map(({ status }: AnyRecord) => status),
        ALLOWED[from] ?? [],
      )
      for (const to of STATUSES.filter((status) => status !== from)) {
        const subject = await inStatus(from)
        if (ALLOWED[from]?.includes(to)) {
          const { status, version } = await movedInvoice(kontor(), subject, to)
          assert.deepEqual([status, version], [to, subject.version + 1])
        } else {
          const ask = () => moveInvoice(kontor(), subject, to)
          await assertRefusal(kontor(), ask, 'INVALID_STATUS_TRANSITION', /\.$/)
        }
      }
    })

    test(`${from}: setting it again changes nothing and succeeds`, async () => {
      const subject = await inStatus(from)
      const { status, body } = await leavingNoTrace(kontor(), () => moveInvoice(kontor(), subject, from))
      assert.equal(status, 200)
      assert.deepEqual(body.data, subject)
    })
  }

  test('says that only payments make an invoice paid', async () => {
    for (const to of ['paid', 'partially_paid']) {
      for (const from of ['draft', 'unpaid']) {
        const subject = await inStatus(from)
        const ask = () => moveInvoice(kontor(), subject, to)
        const said = new RegExp(`has the status "${from}" and cannot become "${to}"\\. Record a payment instead\\.`)
        await assertRefusal(kontor(), ask, 'INVALID_STATUS_TRANSITION', said)
      }
    }
  })

  test('says where else an invoice can go', async () => {
    const unpaid = await inStatus('unpaid')
    const back = () => moveInvoice(kontor(), unpaid, 'draft')
    await assertRefusal(
      kontor(),
      back,
      'INVALID_STATUS_TRANSITION',
      /cannot become "draft"\. It can become cancelled\./,
    )
    const cancelled = await inStatus('cancelled')
    const revive = () => moveInvoice(kontor(), cancelled, 'unpaid')
    await assertRefusal(kontor(), revive, 'INVALID_STATUS_TRANSITION', /cannot become "unpaid"\. It stays as it is\./)
  })

  test('says which payments prevent cancelling, before and when it is tried', async () => {
    for (const from of ['partially_paid', 'paid']) {
      const subject = await inStatus(from)
      const said = /has been paid on it\. Delete the payments first\./
      const [{ status, allowed, reason, blockers }] = subject.allowedTransitions
      assert.deepEqual([status, allowed], ['cancelled', false])
      assert.match(reason, said)
      assert.deepEqual(blockers, [{ code: 'INVALID_STATUS_TRANSITION', message: reason }])
      await assertRefusal(
        kontor(),
        () => moveInvoice(kontor(), subject, 'cancelled'),
        'INVALID_STATUS_TRANSITION',
        said,
      )
    }
  })

  test('an invoice over nothing is paid as soon as it is issued, and can be cancelled', async () => {
    const draft = await directInvoice(kontor(), [{ item: item.id, quantity: 1, discount: 100 }], { draft: true })
    const issued = await movedInvoice(kontor(), draft, 'unpaid')
    assert.deepEqual([issued.status, issued.outstanding, issued.isOverdue], ['paid', 0, false])
    assert.equal((await movedInvoice(kontor(), issued, 'cancelled')).status, 'cancelled')
  })

  test('cancelling frees the quantities of the order, and invoicing them again gives the same total', async () => {
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 3, discount: 33.33 }])
    const parts = []
    for (let part = 0; part < 3; part++) parts.push(await invoice(kontor(), order, { items: lines(1) }))
    await movedInvoice(kontor(), parts[0], 'cancelled')
    const { invoiceStatus, items } = await readOrder(kontor(), order)
    assert.deepEqual([invoiceStatus, items[0].invoicedQuantity], ['partly_invoiced', 2])
    const again = await invoice(kontor(), order)
    const live = [parts[1], parts[2], again]
    for (const sum of ['subtotal', 'discountTotal', 'taxTotal', 'total']) {
      assert.equal(centsOf(live.map((part) => part[sum])), centsOf([order[sum]]), sum)
    }
  })

  test('cancelling an issued invoice takes it off what the customer owes', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: 1000 })
    const order = await createSubmitted(kontor(), lines(), { customer })
    const { total } = order
    const issued = await invoice(kontor(), order)
    const owing = await balanceOf(kontor(), customer)
    assert.deepEqual([owing.outstanding, owing.uninvoicedOrders], [total, 0])
    const { outstanding } = await movedInvoice(kontor(), issued, 'cancelled')
    assert.equal(outstanding, 0)
    const freed = await balanceOf(kontor(), customer)
    assert.deepEqual([freed.outstanding, freed.uninvoicedOrders], [0, total])
    assert.equal(freed.availableCredit, owing.availableCredit)
  })

  test('a draft of an order on hold cannot be issued until the order is released', async () => {
    const order = await createSubmitted(kontor(), lines())
    const draft = await invoice(kontor(), order, { draft: true })
    await moveThrough(kontor(), order, 'on_hold')
    const said = new RegExp(`The order ${order.orderNumber} is on hold\\. Release it first\\.`)
    await assertRefusal(kontor(), () => moveInvoice(kontor(), draft, 'unpaid'), 'INVALID_STATUS_TRANSITION', said)
    const [{ status, allowed, reason }] = (await readInvoice(kontor(), draft)).allowedTransitions
    assert.deepEqual([status, allowed], ['unpaid', false])
    assert.match(reason, said)
    await moveThrough(kontor(), order, 'submitted')
    assert.equal((await movedInvoice(kontor(), draft, 'unpaid')).status, 'unpaid')
  })

  test('a status that does not exist is refused, with those that do', async () => {
    const subject = await inStatus('unpaid')
    const answer = await leavingNoTrace(kontor(), () => moveInvoice(kontor(), subject, 'overdue'))
    const { status } = assertInvalid(answer, 'status')
    assert.match(status!, /must be one of draft, unpaid, partially_paid, paid, cancelled/)
    assertInvalid(await kontor().put(`/invoices/${subject.id}/status`, {}), 'status')
    assertRefused(await moveInvoice(kontor(), { id: 'inv_nowhere' }, 'unpaid'), 404, 'NOT_FOUND')
  })

  test('needs the right to issue or to cancel, and says so before it is tried', async () => {
    const viewer = await signedIn(kontor(), 'viewer')
    const role = await addRole(kontor().engine, { invoices: { can: ['read', 'submit'] } })
    const issuer = await signedIn(kontor(), role)
    const draft = await inStatus('draft')
    const cancel = () => moveInvoice(kontor(), draft, 'cancelled', issuer)
    await assertRefusal(kontor(), cancel, 'FORBIDDEN', /may not move invoices to "cancelled"/, 403)
    const watch = () => moveInvoice(kontor(), draft, 'unpaid', viewer)
    await assertRefusal(kontor(), watch, 'FORBIDDEN', /"viewer" may not submit or cancel invoices/, 403)
    const { body } = await kontor().get(`/invoices/${draft.id}`, issuer)
    assert.deepEqual(
      body.data.allowedTransitions.map(({ status, allowed }: AnyRecord) => [status, allowed]),
      [
        ['unpaid', true],
        ['cancelled', false],
      ],
    )
    assert.equal((await moveInvoice(kontor(), draft, 'unpaid', issuer)).status, 200)
  })
})
