import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COUNTRY_CODES } from './country/countries.ts'
import { ibanFault, ibanText } from './iban.ts'
import { Fault } from './kinds/field-kind.ts'
import { kinds } from './kinds/index.ts'
import { inEnglish } from './message.ts'

const SIGNS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The remainder digit by digit, as ISO 7064 describes it: another way than the one that is tested. */
const remainder = (text: string) =>
  [...text].reduce((rest, sign) => {
    const value = Number.parseInt(sign, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

const checked = (country: string, account: string) =>
  `${country}${String(98 - remainder(`${account}${country}00`)).padStart(2, '0')}${account}`

const ibans = fc
  .tuple(
    fc.constantFrom(...COUNTRY_CODES),
    fc.array(fc.constantFrom(...SIGNS), { minLength: 11, maxLength: 30 }).map((signs) => signs.join('')),
  )
  .map(([country, account]) => checked(country, account))

test('the examples of the registry are accepted', () => {
  for (const iban of ['DE89370400440532013000', 'GB29NWBK60161331926819', 'NO9386011117947', 'CH9300762011623852957'])
    assert.equal(ibanFault(iban), undefined, iban)
})

test('every IBAN with the right check digits is accepted, however it is grouped, and stored without blanks', () => {
  fc.assert(
    fc.property(ibans, (iban) => {
      for (const sent of [iban, ibanText(iban), ` ${iban.toLowerCase()} `])
        assert.equal(kinds.text.accept(sent, { format: 'iban' }), iban)
    }),
  )
})

const isDigit = (sign: string) => /\d/.test(sign)

test('an IBAN with one wrong digit or letter, or with two neighbours swapped, is refused', () => {
  fc.assert(
    fc.property(ibans, fc.nat(), fc.constantFrom(...SIGNS), (iban, at, sign) => {
      const index = at % (iban.length - 1)
      const [own, next] = [iban[index]!, iban[index + 1]!]
      const [before, after] = [iban.slice(0, index), iban.slice(index + 2)]
      if (isDigit(own) === isDigit(sign) && own !== sign) assert.ok(ibanFault(before + sign + next + after), iban)
      if (isDigit(own) === isDigit(next) && own !== next) assert.ok(ibanFault(before + next + own + after), iban)
    }),
    { numRuns: 1000 },
  )
})

test('what has not the form of an IBAN is refused, with an example', () => {
  for (const text of [
    '',
    'DE',
    '89370400440532013000',
    'ZZ89370400440532013000',
    'DE8937040044',
    'DE89-3704-0044-0532-0130-00',
  ])
    assert.match(inEnglish(ibanFault(text)!), /must be an IBAN such as DE89 3704/)
  assert.ok(kinds.text.accept(`DE89${'0'.repeat(60)}`, { format: 'iban', max: 42 }) instanceof Fault)
})

test('check digits that leave the same remainder but are never issued are refused', () => {
  const accounts = Array.from({ length: 2000 }, (_, index) => String(index).padStart(18, '0'))
  const account = accounts.find((text) => checked('DE', text).startsWith('DE97'))!
  assert.equal(ibanFault(`DE97${account}`), undefined)
  assert.match(inEnglish(ibanFault(`DE00${account}`)!), /check digits/)
})
