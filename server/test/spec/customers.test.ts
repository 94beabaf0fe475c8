import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, createCustomer, customerBody, read, rowsIn } from '../support/records.ts'

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const noAddress = { street: null, city: null, state: null, zipCode: null, country: null }
const noBalance = { outstanding: 0, overdue: 0, credit: 0, uninvoicedOrders: 0, availableCredit: null }

/** Every field that section 2.2 names. */
const payload = {
  name: 'Nordlicht Fahrräder GmbH',
  email: 'einkauf@nordlicht.example',
  phone: '+49 40 5550199',
  type: 'Company',
  address: { street: 'Hafenstraße 12', city: 'Hamburg', state: 'Hamburg', zipCode: '20457', country: 'DE' },
  creditLimit: 5000.25,
  paymentTerms: 'Net 30',
  taxId: 'DE123456789',
}

onEveryDatabase('Contract 2.2 and 4.5: the customer', (kind) => {
  const kontor = kontorFor(kind)

  test('every field of the create payload is kept and comes back as it was sent', async () => {
    const created = await createCustomer(kontor(), payload)
    assert.deepEqual({ ...created, ...payload }, created)
    assert.deepEqual(await read(kontor(), `/customers/${created.id}`), created)
    const listed = await kontor().get(`/customers?id=${created.id}`)
    assert.deepEqual(listed.body.data, [created])
  })

  test('only the name is needed; the answer holds everything else too', async () => {
    const { id, createdAt, updatedAt, createdBy, ...rest } = await createCustomer(kontor(), { name: 'Acme' })
    assert.deepEqual(rest, {
      name: 'Acme',
      email: null,
      phone: null,
      type: 'Company',
      address: noAddress,
      creditLimit: null,
      creditHold: false,
      paymentTerms: null,
      taxId: null,
      language: null,
      balance: noBalance,
      isActive: true,
      status: 'active',
      externalIds: {},
      version: 1,
    })
    assert.match(id, /^cus_/)
    assert.match(createdAt, UTC)
    assert.equal(updatedAt, createdAt)
    assert.match(createdBy, /^usr_/)
  })

  test('without a name nothing is created', async () => {
    const before = await rowsIn(kontor(), 'customers')
    assert.match(assertInvalid(await kontor().post('/customers', {}), 'name').name!, /required/)
    assertInvalid(await kontor().post('/customers', { name: null }), 'name')
    assertInvalid(await kontor().post('/customers', { name: '   ' }), 'name')
    assert.equal(await rowsIn(kontor(), 'customers'), before)
  })

  test('type is an open text', async () => {
    for (const type of ['Company', 'Individual', 'Genossenschaft', '政府']) {
      assert.equal((await createCustomer(kontor(), { type })).type, type)
    }
    assertInvalid(await kontor().post('/customers', customerBody({ type: 7 })), 'type')
    assertInvalid(await kontor().post('/customers', customerBody({ type: 'x'.repeat(61) })), 'type')
  })

  test('paymentTerms is a free text', async () => {
    for (const paymentTerms of ['Net 30', 'Due on receipt', '2/10 Net 30', 'as agreed on the phone']) {
      assert.equal((await createCustomer(kontor(), { paymentTerms })).paymentTerms, paymentTerms)
    }
    assertInvalid(await kontor().post('/customers', customerBody({ paymentTerms: 30 })), 'paymentTerms')
  })

  test('country is a code of ISO 3166 alpha-2', async () => {
    for (const country of ['DE', 'US', 'JP', 'ZW']) {
      const { address } = await createCustomer(kontor(), { address: { country } })
      assert.deepEqual(address, { ...noAddress, country })
    }
  })

  for (const country of ['de', 'D', 'DEU', 'Germany', 'ZZ', 'EU', 'UK', '', 'D E', 49]) {
    test(`${JSON.stringify(country)} is no country`, async () => {
      assertInvalid(await kontor().post('/customers', customerBody({ address: { country } })), 'address.country')
    })
  }

  test('the refusal of a country says what one looks like', async () => {
    const answer = await kontor().post('/customers', customerBody({ address: { country: 'UK' } }))
    assert.match(assertInvalid(answer, 'address.country')['address.country']!, /two-letter.*such as DE/)
  })

  test('the parts of an address are texts, and each wrong one is named', async () => {
    const address = { street: 1, city: true, state: [], zipCode: 20457, country: {}, planet: 'Earth' }
    const paths = ['street', 'city', 'state', 'zipCode', 'country', 'planet'].map((part) => `address.${part}`)
    assertInvalid(await kontor().post('/customers', customerBody({ address })), ...paths)
    for (const wrong of ['Hafenstraße 12', ['Hamburg'], 7, true]) {
      assertInvalid(await kontor().post('/customers', customerBody({ address: wrong })), 'address')
    }
  })

  for (const email of ['a@b.co', 'first.last+tag@sub.example.com', "o'neil@example.ie", 'käse@bücher.example']) {
    test(`${email} is an e-mail address`, async () => {
      assert.equal((await createCustomer(kontor(), { email })).email, email)
    })
  }

  for (const email of [
    'no-address',
    'a@b',
    '@example.com',
    'a@',
    'a b@example.com',
    'a@b@example.com',
    'a@example..com',
    '',
  ]) {
    test(`${JSON.stringify(email)} is no e-mail address`, async () => {
      assertInvalid(await kontor().post('/customers', customerBody({ email })), 'email')
    })
  }

  test('an e-mail address is not unique: two customers may share one', async () => {
    await createCustomer(kontor(), { email: 'shared@example.com' })
    await createCustomer(kontor(), { email: 'shared@example.com' })
  })

  test('creditLimit is a decimal from zero up', async () => {
    for (const creditLimit of [0, 0.0001, 5000, 99999999999.9999, null]) {
      assert.equal((await createCustomer(kontor(), { creditLimit })).creditLimit, creditLimit)
    }
    for (const creditLimit of [-0.01, 100000000000, 1.00001, '5000', true]) {
      assertInvalid(await kontor().post('/customers', customerBody({ creditLimit })), 'creditLimit')
    }
  })

  test('a customer without orders owes nothing and has the whole credit limit left', async () => {
    const balanceWith = async (creditLimit: number | null) => (await createCustomer(kontor(), { creditLimit })).balance
    assert.deepEqual(await balanceWith(750.5), { ...noBalance, availableCredit: 750.5 })
    assert.deepEqual(await balanceWith(0), noBalance)
    assert.deepEqual(await balanceWith(null), noBalance)
  })

  test('the balance is worked out, never set: one that is sent is ignored', async () => {
    const { id, balance } = await createCustomer(kontor(), {
      balance: { outstanding: 99, overdue: 'x' },
      creditLimit: 5,
    })
    assert.deepEqual(balance, { ...noBalance, availableCredit: 5 })
    const changed = await kontor().put(`/customers/${id}`, { balance: null, creditLimit: 6 })
    assert.deepEqual(changed.body.data.balance, { ...noBalance, availableCredit: 6 })
  })

  test('creditHold is false unless set, and only true or false', async () => {
    const { id, creditHold } = await createCustomer(kontor(), { creditHold: true })
    assert.equal(creditHold, true)
    assert.equal((await kontor().put(`/customers/${id}`, { creditHold: false })).body.data.creditHold, false)
    assertInvalid(await kontor().put(`/customers/${id}`, { creditHold: 1 }), 'creditHold')
  })

  test('status follows isActive and cannot be set by itself', async () => {
    const { id, status } = await createCustomer(kontor(), { status: 'inactive' })
    assert.equal(status, 'active')
    const retired = await kontor().put(`/customers/${id}`, { isActive: false })
    assert.deepEqual([retired.body.data.isActive, retired.body.data.status], [false, 'inactive'])
    const ignored = await kontor().put(`/customers/${id}`, { status: 'active' })
    assert.deepEqual([ignored.body.data.isActive, ignored.body.data.status], [false, 'inactive'])
  })
})
