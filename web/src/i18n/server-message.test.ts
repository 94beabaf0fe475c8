import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withAmounts } from './server-message.ts'

const MESSAGE = "The order would exceed the customer's credit limit of 5000.00 EUR by 85087.47 EUR."

/** Number formats contain spaces that do not break. */
const plain = (text: string) => text.replace(/\s/g, ' ')

test('amounts in a message of the server are written in the number format of the user', () => {
  assert.equal(
    withAmounts(MESSAGE, 'en-GB'),
    "The order would exceed the customer's credit limit of €5,000.00 by €85,087.47.",
  )
  assert.match(plain(withAmounts(MESSAGE, 'de-DE')), /limit of 5\.000,00 € by 85\.087,47 €\.$/)
  assert.equal(withAmounts('-3.5000 GBP is open.', 'en-GB'), '-£3.50 is open.')
})

test('numbers without a currency, dates and document numbers stay as they are', () => {
  for (const text of [
    'SO-2026-00001 is open.',
    'Quantity 2.50 of 4',
    'Version 1.10.00 EUR',
    '2026-11-20 GMT',
    '12 EUR',
  ])
    assert.equal(withAmounts(text, 'de-DE'), text)
})
