import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentCode } from './payment-code.ts'
import { PLAIN_LETTERHEAD } from './printed-document.ts'

const letterhead = { ...PLAIN_LETTERHEAD, iban: 'DE89370400440532013000' }
const transfer = { amount: 1234.5, currency: 'EUR', reference: 'INV-2026-00042' }
const company = { name: 'Größe GmbH' }

test('a payment code has the lines of EPC069-12, in their order', () => {
  const head = ['BCD', '002', '1', 'SCT']
  const rest = ['DE89370400440532013000', 'EUR1234.50', '', '', 'INV-2026-00042']
  assert.deepEqual(paymentCode(company, letterhead, transfer)!.split('\n'), [...head, '', 'Größe GmbH', ...rest])
  const known = { ...letterhead, bic: 'COBADEFFXXX', accountHolder: 'Ann Ode' }
  assert.deepEqual(paymentCode(company, known, transfer)!.split('\n'), [...head, 'COBADEFFXXX', 'Ann Ode', ...rest])
})

test('a name or number cannot add lines, nor be longer than the code allows', () => {
  const name = `A\nB ${'x'.repeat(100)}🔩`
  const lines = paymentCode({ name }, letterhead, { ...transfer, reference: `1\n2${'y'.repeat(200)}` })!.split('\n')
  assert.equal(lines.length, 11)
  assert.deepEqual([lines[5]!.length, lines[10]!.length], [70, 140])
  assert.equal(paymentCode({ name: '🔩 Bolts' }, letterhead, transfer)!.split('\n')[5], 'Bolts')
})

test('there is no code without an account, in another currency, or for an amount that cannot be transferred', () => {
  assert.equal(paymentCode(company, PLAIN_LETTERHEAD, transfer), undefined)
  assert.equal(paymentCode(company, letterhead, { ...transfer, currency: 'CHF' }), undefined)
  for (const amount of [0, -1, 1e9]) assert.equal(paymentCode(company, letterhead, { ...transfer, amount }), undefined)
  assert.equal(paymentCode({ name: '🔩' }, letterhead, transfer), undefined)
})
