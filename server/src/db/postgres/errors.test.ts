import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf, reportsRollback } from './errors.ts'

const german = {
  duplicate: { code: '23505', severity: 'FEHLER', detail: 'Schlüssel »("itemCode_key")=(ax-1)« existiert bereits.' },
  dangling: { code: '23503', detail: 'Schlüssel (customer)=(cus_1) ist nicht in Tabelle »customers« vorhanden.' },
  used: { code: '23503', detail: 'Auf Schlüssel (id)=(cus_1) wird noch aus Tabelle »sales-orders« verwiesen.' },
}

test('a refusal of the database is understood in any language of the server', () => {
  const table = 'items'
  const expected = { kind: 'duplicate', table, column: 'itemCode_key' }
  assert.deepEqual(refusalOf({ ...german.duplicate, table }), expected)
  const detail = 'Key ("itemCode_key")=(ax-1) already exists.'
  assert.deepEqual(refusalOf({ ...german.duplicate, detail, table }), expected)
  assert.deepEqual(refusalOf(german.dangling), { kind: 'dangling', column: 'customer' })
  assert.deepEqual(refusalOf(german.used), { kind: 'in-use' })
})

test('only the code of an error tells that a transaction was rolled back, not its severity', () => {
  assert.ok(reportsRollback(german.duplicate))
  assert.ok(reportsRollback({ code: '40001', severity: 'FEHLER' }))
  for (const code of ['57P01', '08006', '40003', 'XX000', undefined])
    assert.ok(!reportsRollback({ code, severity: 'ERROR' }))
})
