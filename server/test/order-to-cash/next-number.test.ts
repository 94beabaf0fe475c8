import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice, leavingNoTrace } from '../support/invoicing.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem, read } from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { createOrder } from '../support/trade.ts'

onEveryDatabase('The next number of a series', (kind) => {
  const kontor = stoppedKontorFor(kind)
  let [item, customer]: AnyRecord[] = []
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 5 })
    customer = await createCustomer(kontor())
  })
  const issue = async (more: object = {}): Promise<string> =>
    (await directInvoice(kontor(), [{ item: item.id, quantity: 1 }], { customer, ...more })).invoiceNumber
  const raise = (nextNumber: unknown, more: object = {}) =>
    kontor().put('/settings/numbering', { document: 'invoices', nextNumber, ...more })
  const nextOf = async (document: string) =>
    (await read(kontor(), '/settings/numbering')).find((one: AnyRecord) => one.document === document)
  const historyOf = async (): Promise<AnyRecord[]> => (await kontor().get('/settings/history')).body.data

  test('continues the series of another program, and counts on without gaps', async () => {
    assert.equal(await issue(), 'INV-2026-00001')
    assert.equal((await nextOf('invoices')).number, 'INV-2026-00002')
    const { status, body } = await raise(412)
    assert.equal(status, 200)
    const told = body.data.find((one: AnyRecord) => one.document === 'invoices')
    assert.deepEqual(told, {
      document: 'invoices',
      pattern: 'INV-{year}-{number}',
      year: 2026,
      nextNumber: 412,
      number: 'INV-2026-00412',
    })
    assert.equal(await issue(), 'INV-2026-00412')
    assert.equal(await issue(), 'INV-2026-00413')
    assert.equal((await createOrder(kontor(), [item])).orderNumber, 'SO-2026-00001', 'other series go on as before')
  })

  test('is raised and never lowered, and a refusal changes nothing', async () => {
    const last = (await nextOf('invoices')).nextNumber - 1
    for (const wrong of [1, last]) {
      const said = assertInvalid(await leavingNoTrace(kontor(), () => raise(wrong)), 'nextNumber')
      assert.match(said.nextNumber!, new RegExp(`can only be raised: it must be at least ${last + 1}`))
    }
    for (const wrong of [0, -1, 1.5, 1_000_000_000, null, 'x'])
      assertInvalid(await leavingNoTrace(kontor(), () => raise(wrong)), 'nextNumber')
    assertInvalid(await kontor().put('/settings/numbering', { document: 'items', nextNumber: 5 }), 'document')
  })

  test('is recorded in the audit log as it is printed; setting what is next anyway is no change', async () => {
    const entries = await historyOf()
    const [entry] = entries
    assert.deepEqual(
      [entry.action, entry.changes],
      ['set-next-number', { nextNumber: ['INV-2026-00002', 'INV-2026-00412'] }],
    )
    assert.equal((await raise((await nextOf('invoices')).nextNumber)).status, 200)
    assert.equal((await historyOf()).length, entries.length)
  })

  test('belongs to one year where the pattern has the year, and to the pattern', async () => {
    assert.equal((await raise(100, { year: 2027 })).status, 200)
    assert.equal(await issue(), 'INV-2026-00414')
    assert.equal(await issue({ invoiceDate: '2027-01-01' }), 'INV-2027-00100')
    await kontor().put('/settings', { invoiceNumberPattern: 'R{number:3}' })
    assert.equal((await nextOf('invoices')).number, 'R001')
    await raise(50)
    assert.equal(await issue(), 'R050')
    await kontor().put('/settings', { invoiceNumberPattern: 'INV-{year}-{number}' })
    assert.equal(await issue(), 'INV-2026-00415')
  })

  test('cannot be a number that another pattern has given', async () => {
    await kontor().put('/settings', { invoiceNumberPattern: 'INV-2026-004{number:2}' })
    const said = assertInvalid(await leavingNoTrace(kontor(), () => raise(15)), 'nextNumber')
    assert.match(said.nextNumber!, /INV-2026-00415 is used already/)
    assert.equal((await raise(16)).status, 200)
    assert.equal(await issue(), 'INV-2026-00416')
    await kontor().put('/settings', { invoiceNumberPattern: 'INV-{year}-{number}' })
    await raise(417)
    assert.equal(await issue(), 'INV-2026-00417')
  })

  test('needs the right to change the settings and the pattern', async () => {
    const personWith = async (settings: object) =>
      signedIn(
        kontor(),
        await addRole(kontor().engine, { settings: { can: ['read', 'update'], ...settings } as never }),
      )
    const body = { document: 'invoices', nextNumber: 9000 }
    const put = async ({ token }: { token: string }) => kontor().put('/settings/numbering', body, { token })
    assertRefused(await put(await personWith({ can: ['read'] })), 403, 'FORBIDDEN')
    assertRefused(await put(await personWith({ readOnly: ['invoiceNumberPattern'] })), 403, 'FIELD_NOT_PERMITTED')
    const blind = await personWith({ hidden: ['invoiceNumberPattern'] })
    assertRefused(await put(blind), 403, 'FIELD_NOT_PERMITTED')
    const { body: shown } = await kontor().get('/settings/numbering', { token: blind.token })
    assert.deepEqual(
      shown.data.map(({ document }: AnyRecord) => document),
      ['quotations', 'sales-orders', 'credit-notes', 'deliveries'],
    )
  })

  test('is told by a dry run without being taken', async () => {
    const { nextNumber } = await nextOf('invoices')
    const answer = await kontor().put('/settings/numbering?dryRun=true', { document: 'invoices', nextNumber: 9000 })
    assert.equal(answer.status, 200)
    assert.equal((await nextOf('invoices')).nextNumber, nextNumber)
  })

  test('leaves gaps that verify takes for what they are, and no others', async () => {
    const numbersIn = async () => (await verify(kontor().engine)).find(({ name }) => name === 'numbers')!
    assert.deepEqual((await numbersIn()).findings, [])
    const { engine } = kontor()
    const jumps = engine.builder.deleteFrom('number-jumps').where('to', '=', 100)
    await engine.write((connection) => connection.query(jumps.compile()))
    const { findings } = await numbersIn()
    assert.deepEqual(findings, [
      { id: 'invoices INV-2027-{number}', fault: '99 of 100 numbers are not there, the first of them 1.' },
    ])
  })
})
