import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { readPdf } from '../support/read-pdf.ts'
import { assertRefused, create, createCustomer, createItem } from '../support/records.ts'
import { createSubmitted } from '../support/trade.ts'

onEveryDatabase('An order confirmation and a delivery note as PDF', (kind) => {
  const kontor = kontorFor(kind)

  async function shipped(more: object = {}) {
    const { id: item } = await createItem(kontor(), { itemName: 'Anvil', sellingPrice: 1234.56 })
    await create(kontor(), '/stock-movements', { item, quantity: 5, reason: 'receipt' })
    const order = await createSubmitted(kontor(), [{ item, quantity: 2 }], more)
    return { order, delivery: await create(kontor(), '/deliveries', { salesOrder: order.id }) }
  }
  async function pageOf(path: string, token = kontor().token) {
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, rawPayload } = await kontor().app.server.inject({ url: `/api/v1${path}/pdf`, headers })
    assert.equal(statusCode, 200, rawPayload.toString())
    return readPdf(rawPayload)[0]!.text
  }

  test('say what was ordered, for how much, and what was delivered', async () => {
    const { order, delivery } = await shipped()
    const confirmation = await pageOf(`/sales-orders/${order.id}`)
    for (const part of ['ORDER CONFIRMATION', order.orderNumber, 'Anvil', '€2,469.12'])
      assert.ok(confirmation.includes(part), `${part} in:\n${confirmation}`)
    const note = await pageOf(`/deliveries/${delivery.id}`)
    for (const part of ['DELIVERY NOTE', order.orderNumber, 'Anvil'])
      assert.ok(note.includes(part), `${part} in:\n${note}`)
    assert.doesNotMatch(note, /€/)
  })

  test('a delivery note keeps the address that the customer had when it was entered', async () => {
    const whole = { street: 'Kai 1', city: 'Kiel', state: 'Holstein', zipCode: '24103', country: 'DE' }
    for (const address of [whole, { ...whole, state: null }, { city: 'Kiel' }]) {
      const customer = await createCustomer(kontor(), { address })
      const { delivery } = await shipped({ customer })
      await kontor().put(`/customers/${customer.id}`, { address: { city: 'Graz' } })
      const note = await pageOf(`/deliveries/${delivery.id}`)
      assert.match(note, /Kiel/)
      assert.doesNotMatch(note, /Graz/)
    }
  })

  test('have no amount for a role that sees no prices', async () => {
    const { order } = await shipped()
    const { token } = await signedIn(kontor(), 'warehouse')
    const confirmation = await pageOf(`/sales-orders/${order.id}`, token)
    assert.ok(confirmation.includes('Anvil'))
    assert.doesNotMatch(confirmation, /€|2,469|1,234|Total|Tax\b/)
  })

  test('are refused to a role that does not see another part of them', async () => {
    const { order } = await shipped()
    const role = await addRole(kontor().engine, { 'sales-orders': { can: ['read'], hidden: ['notes'] } })
    const { token } = await signedIn(kontor(), role)
    assertRefused(await kontor().get(`/sales-orders/${order.id}/pdf`, { token }), 403, 'FIELD_NOT_PERMITTED')
  })
})
