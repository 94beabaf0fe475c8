import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'

onEveryDatabase('A signed-in user', (kind) => {
  const kontor = kontorFor(kind)

  test('gets the name, currency, time zone, rounding of tax and defaults of the company, and nothing else of its settings', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    assert.equal((await kontor().get('/settings', { token })).status, 403)
    await kontor().put('/settings', { companyName: 'Nordlicht', currency: 'CHF', taxId: 'CHE-1', isSetUp: true })
    const { company } = (await kontor().get('/auth/me', { token })).body.data
    assert.deepEqual(company, {
      name: 'Nordlicht',
      currency: 'CHF',
      timeZone: 'UTC',
      taxRounding: 'rate',
      pricesIncludeTax: false,
      defaults: { taxRate: null, uom: null, paymentTerms: null },
      isSetUp: true,
    })
  })
})
