import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { migrations } from '../src/db/migrations/index.ts'
import { text } from '../src/model/fields.ts'
import { defineResource } from '../src/model/resource.ts'
import { catalog } from '../src/resources/catalog.ts'
import { defineDocument } from '../src/resources/documents/define-document.fields.ts'
import { partyFields } from '../src/resources/shared/party.fields.ts'
import { onEveryDatabase } from './support/databases.ts'
import { generatedMigration } from './support/generated-migration.ts'
import { kontorFor } from './support/kontor.ts'
import { addRole, signedIn } from './support/people.ts'
import { assertRefused, create, createItem, read } from './support/records.ts'

const { name: _, ...usual } = partyFields('An inactive vendor cannot get new requests.')

/** Made up for the tests: a party that is called by another field than `name`, and has no rules. */
const vendors = defineResource({
  name: 'vendors',
  singular: 'vendor',
  idPrefix: 'vnd',
  title: 'companyName',
  description: 'Made up for the tests.',
  fields: { companyName: text({ required: true, search: true, indexed: true, max: 200 }), ...usual },
})

const requests = defineDocument({
  name: 'price-requests',
  singular: 'price request',
  idPrefix: 'prq',
  title: 'requestNumber',
  description: 'Made up for the tests.',
  document: {
    party: { field: 'vendor', resource: vendors.name, name: 'vendorName' },
    date: 'requestDate',
    number: { field: 'requestNumber', pattern: 'PR-{year}-{number}' },
    price: 'costPrice',
    printed: { en: 'Price request', de: 'Preisanfrage' },
  },
})

const toys = [...catalog, vendors, requests]
const { migration } = await generatedMigration('toy-party', toys)

onEveryDatabase('A party of the shared fields', (kind) => {
  const kontor = kontorFor(kind, { catalog: toys, migrations: [...migrations, migration] })
  let item: string
  before(async () => {
    item = (await createItem(kontor(), { costPrice: 2 })).id
  })
  const createVendor = (more: object = {}) => create(kontor(), '/vendors', { companyName: 'Stahlwerk Nord', ...more })

  test('has a status that follows isActive, without a rule of its own', async () => {
    const { id, status } = await createVendor()
    assert.equal(status, 'active')
    const changed = await kontor().put(`/vendors/${id}`, { isActive: false, status: 'active' })
    assert.deepEqual([changed.status, changed.body.data.status], [200, 'inactive'])
    assert.ok((await read(kontor(), '/vendors?status=inactive')).some((vendor: { id: string }) => vendor.id === id))
    const refused = await kontor().post('/price-requests', { vendor: id, items: [{ item, quantity: 1 }] })
    assertRefused(refused, 422, 'INACTIVE_REFERENCE')
  })

  test('gives its terms, address and tax id to documents and their pages', async () => {
    const address = { street: 'Kai 1', zipCode: '28195', city: 'Bremen', country: 'DE' }
    const vendor = await createVendor({ paymentTerms: 'Net 14', taxId: 'DE123456789', language: 'de', address })
    const request = await create(kontor(), '/price-requests', { vendor: vendor.id, items: [{ item, quantity: 1 }] })
    assert.deepEqual([request.vendorName, request.paymentTerms], ['Stahlwerk Nord', 'Net 14'])
    assert.equal((await kontor().get(`/price-requests/${request.id}/pdf`)).status, 200)
    assert.equal((await createVendor()).paymentTerms, null)
  })

  test('has no usual terms: those of the settings are for customers', async () => {
    await kontor().put('/settings', { defaults: { paymentTerms: 'Net 7' } })
    assert.equal((await createVendor()).paymentTerms, null)
  })

  test('hides its name on documents from a role that does not see its title', async () => {
    const vendor = await createVendor()
    const { id } = await create(kontor(), '/price-requests', { vendor: vendor.id, items: [{ item, quantity: 1 }] })
    const seen = async (hidden: string[]) => {
      const role = await addRole(kontor().engine, {
        vendors: { can: ['read'], hidden },
        'price-requests': { can: ['read'] },
      })
      return (await kontor().get(`/price-requests/${id}`, await signedIn(kontor(), role))).body.data
    }
    assert.equal((await seen([])).vendorName, 'Stahlwerk Nord')
    assert.ok(!('vendorName' in (await seen(['companyName']))))
    assert.equal((await seen(['email'])).vendorName, 'Stahlwerk Nord')
  })
})
