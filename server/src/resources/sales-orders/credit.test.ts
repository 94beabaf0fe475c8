import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inEnglish } from '../../model/message.ts'
import type { Customer } from '../customers/customers.resource.ts'
import { creditBlocker, holdBlocker } from './order-moves.ts'

const customer = (creditLimit: number | null, creditHold = false) =>
  ({ name: 'Acme', creditLimit, creditHold }) as Customer

test('an order up to the limit passes, to the last cent', () => {
  assert.equal(creditBlocker(customer(100), 0, 100, { currency: 'EUR' }), undefined)
  assert.equal(creditBlocker(customer(0.3), 0.1, 0.2, { currency: 'EUR' }), undefined)
  assert.equal(creditBlocker(customer(0.3), 0.1, 0.2001, { currency: 'EUR' })?.code, 'CREDIT_LIMIT_EXCEEDED')
})

test('a refusal gives limit, exposure and excess', () => {
  assert.equal(
    inEnglish(creditBlocker(customer(5000), 1432.47, 88655, { currency: 'EUR' })!.text),
    "The order would exceed the customer's credit limit of 5000.00 EUR by 85087.47 EUR.",
  )
  const details = creditBlocker(customer(100), 90.5, 20, { currency: 'EUR' })!.details!
  assert.deepEqual(
    details.map(({ field, message }) => [field, inEnglish(message)]),
    [
      ['limit', '100'],
      ['exposure', '90.5'],
      ['excess', '10.5'],
    ],
  )
})

test('no limit, or a limit of 0, allows any order', () => {
  for (const limit of [null, 0]) assert.equal(creditBlocker(customer(limit), 1e9, 1e9, { currency: 'EUR' }), undefined)
})

test('an order that adds nothing is not refused, even if the customer owes too much', () => {
  for (const more of [0, -5]) assert.equal(creditBlocker(customer(100), 500, more, { currency: 'EUR' }), undefined)
})

test('a credit hold blocks a customer whatever the limit', () => {
  assert.equal(holdBlocker(customer(null)), undefined)
  assert.equal(holdBlocker(customer(null, true))?.code, 'CUSTOMER_ON_HOLD')
})
