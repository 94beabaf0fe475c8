import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termsIn } from './terms.ts'
import { unitIn } from './units.ts'

test('terms that can be read are printed in the language of the page', () => {
  const german = {
    'Net 14': '14 Tage netto',
    'net 1 day': '1 Tag netto',
    '2/10 Net 30': '30 Tage netto, 2\u00a0% Skonto binnen 10 Tagen',
    '1.5%/8, net 30': '30 Tage netto, 1,5\u00a0% Skonto binnen 8 Tagen',
    'Due on receipt': 'sofort fällig',
    COD: 'per Nachnahme',
    Prepaid: 'Vorkasse',
    EOM: 'zum Monatsende',
    'EOM+10': '10 Tage nach Monatsende',
  }
  for (const [typed, printed] of Object.entries(german)) {
    assert.equal(termsIn('de', typed), printed)
    assert.equal(termsIn('en', typed), typed)
  }
})

test('terms that cannot be read are printed as they were typed', () => {
  assert.equal(termsIn('de', ' zahlbar  nach Abnahme. '), 'zahlbar nach Abnahme')
  assert.equal(termsIn('de', '14 Tage netto'), '14 Tage netto')
  assert.equal(termsIn('de', null), '')
})

test('usual units are printed in the language of the page, others as they were typed', () => {
  assert.deepEqual(
    ['Nos', 'pcs', 'Hour', 'Metre', 'Pair', 'Stück'].map((uom) => unitIn('de', uom)),
    [...['Stk', 'Stk', 'Std', 'm', 'Paar', 'Stück']],
  )
  assert.deepEqual(
    ['Nos', 'Stk', 'Std.', 'Paar', 'Gebinde'].map((uom) => unitIn('en', uom)),
    [...['Nos', 'pcs', 'hours', 'pairs', 'Gebinde']],
  )
  assert.equal(unitIn('de', null), '')
})
