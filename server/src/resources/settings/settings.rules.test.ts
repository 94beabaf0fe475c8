import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog } from '../catalog.ts'
import type { Settings } from './settings.resource.ts'
import { settingsRules } from './settings.rules.ts'

const fine = {
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  orderNumberPattern: 'SO-{number}',
  invoiceNumberPattern: 'INV-{number}',
  numberPatterns: {},
  defaults: { taxRate: null, uom: null, paymentTerms: null },
} as Settings
const faultsOf = (more: Partial<Settings>) =>
  settingsRules(catalog).check!({ ...fine, ...more }).map(({ field }) => field)

test('currencies are the codes of ISO 4217, in capitals', () => {
  for (const currency of ['EUR', 'USD', 'JPY', 'KWD']) assert.deepEqual(faultsOf({ currency }), [], currency)
  for (const currency of ['eur', 'EU', 'ABC', '€', '']) assert.deepEqual(faultsOf({ currency }), ['currency'], currency)
})

test('time zones are known by their names', () => {
  for (const timeZone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires']) {
    assert.deepEqual(faultsOf({ timeZone }), [], timeZone)
  }
  for (const timeZone of ['', 'Berlin', 'Europe/Berlin ', 'GMT+25']) {
    assert.deepEqual(faultsOf({ timeZone }), ['timeZone'], timeZone)
  }
})

test('all faults are reported at once', () => {
  const faults = faultsOf({ currency: 'x', timeZone: 'x', orderNumberPattern: 'x', invoiceNumberPattern: 'x' })
  assert.deepEqual(faults, ['currency', 'timeZone', 'orderNumberPattern', 'invoiceNumberPattern'])
})
