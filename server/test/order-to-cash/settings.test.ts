import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createItem, read } from '../support/records.ts'
import { shippedRoles } from '../support/shipped-roles.ts'
import { MINUTE, stoppedKontorFor } from '../support/stopped-clock.ts'
import { createOrder, createSubmitted, invoice, moveOrder } from '../support/trade.ts'

onEveryDatabase('Settings', (kind) => {
  const kontor = kontorFor(kind)
  const settings = () => read(kontor(), '/settings')

  test('are one record that exists from the start', async () => {
    const { createdAt: _, updatedAt: __, ...rest } = await settings()
    assert.deepEqual(rest, {
      id: 'settings',
      companyName: 'My company',
      address: { street: null, city: null, state: null, zipCode: null, country: null },
      taxId: null,
      email: null,
      phone: null,
      currency: 'EUR',
      timeZone: 'UTC',
      orderNumberPattern: 'SO-{year}-{number}',
      invoiceNumberPattern: 'INV-{year}-{number}',
      numberPatterns: {
        quotations: 'QU-{year}-{number}',
        'sales-orders': 'SO-{year}-{number}',
        invoices: 'INV-{year}-{number}',
        'credit-notes': 'CN-{year}-{number}',
        deliveries: 'DN-{year}-{number}',
      },
      defaults: { taxRate: null, uom: null, paymentTerms: null },
      quotationValidDays: 30,
      taxRounding: 'rate',
      pricesIncludeTax: false,
      documentLanguage: 'en',
      letterhead: {
        paper: 'a4',
        addressWindow: null,
        accentColour: null,
        footerLines: [],
        accountHolder: null,
        iban: null,
        bic: null,
      },
      logo: null,
      plan: null,
      sendsMail: false,
      isSetUp: false,
      createdBy: null,
      version: 1,
    })
  })

  test('are neither listed, created nor deleted: there is one', async () => {
    assert.equal((await kontor().post('/settings', { companyName: 'Another' })).status, 405)
    assert.equal((await kontor().delete('/settings')).status, 405)
    assert.equal((await kontor().get('/settings/settings')).status, 404)
    assert.equal(Array.isArray(await settings()), false)
  })

  test('describe the company, and fields that are not sent stay as they are', async () => {
    const address = { street: 'Hafenstraße 12', city: 'Hamburg', country: 'DE' }
    const body = { companyName: 'Nordlicht GmbH', address, taxId: 'DE123456789', email: 'post@nordlicht.example' }
    const changed = await kontor().put('/settings', body)
    assert.equal(changed.status, 200, changed.text)
    const moved = await kontor().call('PATCH', '/settings', { body: { address: { city: 'Kiel' }, phone: '+49 431 1' } })
    assert.equal(moved.status, 200, moved.text)
    const now = await settings()
    assert.deepEqual(now.address, { ...address, city: 'Kiel', state: null, zipCode: null })
    assert.deepEqual(
      [now.companyName, now.taxId, now.phone, now.version],
      ['Nordlicht GmbH', 'DE123456789', '+49 431 1', 3],
    )
    assert.deepEqual(moved.body.data, now)
    assert.equal((await kontor().put('/settings', now)).status, 200, 'as they are, they can be sent back')
  })

  test('have a version that If-Match checks', async () => {
    const { version } = await settings()
    const stale = await kontor().put('/settings', { phone: '1' }, { headers: { 'if-match': `"${version - 1}"` } })
    assertRefused(stale, 412, 'VERSION_MISMATCH')
    assert.equal((await settings()).version, version)
  })

  const faulty: readonly (readonly [string, unknown, RegExp])[] = [
    ['currency', 'eur', /code of three letters \(ISO 4217\) such as EUR/],
    ['currency', 'XX1', /ISO 4217/],
    ['currency', '', /ISO 4217/],
    ['timeZone', 'Berlin', /a name such as Europe\/Berlin/],
    ['timeZone', 'Europe/Nowhere', /a name such as Europe\/Berlin/],
    ['orderNumberPattern', 'SO-{year}', /must contain \{number\} once, and may contain \{year\}/],
    ['orderNumberPattern', 'SO-{number}-{number:3}', /once/],
    ['invoiceNumberPattern', 'INV-{month}-{number}', /may contain \{year\}/],
    ['invoiceNumberPattern', 'INV-{number', /must contain \{number\}/],
    ['numberPatterns', { deliveries: 'DN-{year}' }, /must contain \{number\} once/],
    ['numberPatterns', { invoices: 'INV-{month}-{number}' }, /may contain \{year\}/],
    ['numberPatterns', { invoice: 'I-{number}' }, /no documents "invoice" with numbers\. Did you mean "invoices"/],
    ['plan', 'gold', /free, pro, enterprise/],
    ['companyName', 5, /text/],
    ['email', 'no-address', /e-mail/],
    ['address', { country: 'Germany' }, /./],
  ]
  for (const [field, value, message] of faulty) {
    test(`refuse ${field} = ${JSON.stringify(value)}, and say what would be right`, async () => {
      const before = await settings()
      const said = assertInvalid(await kontor().put('/settings', { [field]: value }), ...pathOf(field, value))
      assert.match(Object.values(said)[0]!, message)
      assert.deepEqual(await settings(), before)
    })
  }

  test('report all faults at once, and unknown fields', async () => {
    const said = assertInvalid(
      await kontor().put('/settings', { currency: 'DM', timeZone: 'Mars', orderNumberPattern: 'x' }),
      'currency',
      'timeZone',
      'orderNumberPattern',
    )
    assert.equal(Object.keys(said).length, 3)
    assert.match(assertInvalid(await kontor().put('/settings', { curency: 'EUR' }), 'curency').curency!, /currency/)
  })

  for (const { name } of shippedRoles) {
    if (name === 'admin') continue
    test(`are closed to ${name}: 403 on reading and on changing`, async () => {
      const person = await signedIn(kontor(), name)
      assertRefused(await kontor().get('/settings', person), 403, 'FORBIDDEN')
      assertRefused(await kontor().put('/settings', { companyName: 'Mine' }, person), 403, 'FORBIDDEN')
      assert.equal((await settings()).companyName, 'Nordlicht GmbH')
    })
  }

  test('are closed to requests without a credential', async () => {
    assertRefused(await kontor().get('/settings', { token: null }), 401, 'UNAUTHORIZED')
  })
})

const pathOf = (field: string, value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value).map((part) => `${field}.${part}`) : [field]

onEveryDatabase('The currency', (kind) => {
  const kontor = kontorFor(kind)
  const setCurrency = (currency: string | null) => kontor().put('/settings', { currency })

  test('can be changed while there are no documents', async () => {
    await createItem(kontor())
    assert.equal((await setCurrency('JPY')).body.data.currency, 'JPY')
  })

  test('decides the precision of totals: yen have no decimals', async () => {
    const item = await createItem(kontor(), { sellingPrice: 99.5, taxRate: 10 })
    const order = await createOrder(kontor(), [{ item: item.id, quantity: 3 }])
    assert.deepEqual([order.currency, order.subtotal, order.taxTotal, order.total], ['JPY', 299, 30, 329])
  })

  test('can no longer be changed once there is an order', async () => {
    const before = await read(kontor(), '/settings')
    const answer = await setCurrency('EUR')
    assertRefused(answer, 422, 'DOCUMENT_LOCKED')
    assert.match(answer.body.error.message, /there are sales orders in JPY/)
    assert.equal(answer.body.error.details[0].field, 'currency')
    assert.deepEqual(await read(kontor(), '/settings'), before)
    assert.equal((await setCurrency('JPY')).status, 200, 'the same currency is no change')
  })

  test('is free again when the last order is deleted, and locked by an invoice', async () => {
    const [order] = await read(kontor(), '/sales-orders')
    await kontor().delete(`/sales-orders/${order.id}`)
    assert.equal((await setCurrency('USD')).status, 200)
    const sold = await createSubmitted(kontor(), [await createItem(kontor(), { sellingPrice: 5 })])
    assert.equal((await invoice(kontor(), sold)).currency, 'USD')
    assertRefused(await setCurrency('EUR'), 422, 'DOCUMENT_LOCKED')
  })
})

onEveryDatabase('The time zone', (kind) => {
  const kontor = stoppedKontorFor(kind, {}, '2026-12-31T22:30:00Z')
  const newOrder = async (more: object = {}) => createOrder(kontor(), [await createItem(kontor())], more)

  test('decides which day it is when an order comes without a date', async () => {
    await kontor().put('/settings', { timeZone: 'Europe/Berlin' })
    assert.equal((await newOrder()).orderDate, '2026-12-31') // half past eleven in Berlin
    kontor.advance(30 * MINUTE - 1)
    assert.equal((await newOrder()).orderDate, '2026-12-31')
    kontor.advance(1)
    assert.equal((await newOrder()).orderDate, '2027-01-01')
    await kontor().put('/settings', { timeZone: 'Pacific/Kiritimati' })
    assert.equal((await newOrder()).orderDate, '2027-01-01')
    await kontor().put('/settings', { timeZone: 'America/New_York' })
    assert.equal((await newOrder()).orderDate, '2026-12-31')
    assert.equal((await newOrder({ orderDate: null })).orderDate, '2026-12-31')
    await kontor().put('/settings', { timeZone: 'UTC' })
    assert.equal((await newOrder()).orderDate, '2026-12-31')
  })

  test('also decides the year in the number, and the day before which nothing is delivered', async () => {
    await kontor().put('/settings', { timeZone: 'Pacific/Kiritimati' })
    assert.match((await newOrder()).orderNumber, /^SO-2027-/)
    const item = await createItem(kontor())
    const customer = (await newOrder()).customer
    const items = [{ item: item.id, quantity: 1 }]
    const body = { customer, items, deliveryDate: '2026-12-31' }
    assertInvalid(await kontor().post('/sales-orders', body), 'deliveryDate')
    await kontor().put('/settings', { timeZone: 'UTC' })
    assert.equal((await kontor().post('/sales-orders', body)).status, 201)
  })

  test('does not change the day of an earlier order', async () => {
    const order = await newOrder()
    kontor.advance(59 * MINUTE)
    assert.equal((await moveOrder(kontor(), order, 'submitted', {}, await again())).body.data.orderDate, '2026-12-31')
  })

  /** A session that is younger than the clock's last jump. */
  async function again() {
    const { body } = await kontor().login('admin@kontor.local', 'a-password-for-tests')
    return { token: body.data.token as string }
  }
})

onEveryDatabase('The plan', (kind) => {
  const kontor = stoppedKontorFor(kind, { KONTOR_PLAN: 'custom:900/unlimited' })
  const limits: Readonly<Record<string, string>> = { free: '60', pro: '300', enterprise: '1000' }

  test('that is chosen in the settings holds from the next second on; without one, that of the start', async () => {
    assert.equal((await kontor().get('/items')).headers['x-ratelimit-limit'], '900')
    for (const plan of ['free', 'pro', 'enterprise']) {
      assert.equal((await kontor().put('/settings', { plan })).body.data.plan, plan)
      kontor.advance(1001)
      assert.equal((await kontor().get('/items')).headers['x-ratelimit-limit'], limits[plan], plan)
    }
    assert.equal((await kontor().put('/settings', { plan: null })).body.data.plan, null)
    kontor.advance(1001)
    assert.equal((await kontor().get('/items')).headers['x-ratelimit-limit'], '900')
  })
})
