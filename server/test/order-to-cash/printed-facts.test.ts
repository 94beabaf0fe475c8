import { before, test } from 'node:test'
import { migrations } from '../../src/db/migrations/index.ts'
import { date } from '../../src/model/fields.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { defineDocument } from '../../src/resources/documents/define-document.fields.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { generatedMigration } from '../support/generated-migration.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertNotPrinted, assertPrinted, print } from '../support/print.ts'
import { assertRefused, create, createCustomer, createItem } from '../support/records.ts'
import { moveOrder } from '../support/trade.ts'

/** A document that is made from another one, and has a date of its own. */
const offers = defineDocument({
  name: 'repeat-offers',
  singular: 'repeat offer',
  idPrefix: 'rof',
  title: 'offerNumber',
  description: 'Made up for the tests.',
  document: {
    party: { field: 'customer', resource: 'customers', name: 'customerName' },
    date: 'offerDate',
    number: { field: 'offerNumber', pattern: 'RO-{year}-{number}' },
    price: 'sellingPrice',
    sources: [
      {
        resource: 'sales-orders',
        field: 'salesOrder',
        line: 'orderLine',
        progress: 'invoiceStatus',
        action: { path: 'from-order', description: 'Made up.', takes: ['offerDate', 'validUntil'] },
      },
    ],
    printed: { en: 'Repeat offer', de: 'Folgeangebot' },
    printedFacts: { offerDate: { en: 'Offered on', de: 'Angeboten am' } },
  },
  own: { validUntil: date() },
})

const { migration } = await generatedMigration('9003-repeat-offers', [...catalog, offers])

onEveryDatabase('The page of a new type of document', (kind) => {
  const kontor = kontorFor(kind, { catalog: [...catalog, offers], migrations: [...migrations, migration] })
  let order: { id: string; orderNumber: string }
  let path: string

  before(async () => {
    const { id: customer } = await createCustomer(kontor(), { paymentTerms: 'Net 30' })
    const { id: item } = await createItem(kontor(), { sellingPrice: 5 })
    const items = [{ item, quantity: 1 }]
    order = await create(kontor(), '/sales-orders', { customer, items })
    await moveOrder(kontor(), order, 'submitted')
    const body = { salesOrder: order.id, offerDate: '2026-03-01', validUntil: '2026-04-15' }
    path = `/repeat-offers/${(await create(kontor(), '/repeat-offers/from-order', body)).id}/pdf`
  })

  test('shows its dates, its terms and the number of the document that it is made from', async () => {
    const { text } = await print(kontor(), path)
    assertPrinted(text, 'Offered on1 Mar 2026', 'Valid until15 Apr 2026', 'Net 30', `Order${order.orderNumber}`)
    const german = (await print(kontor(), `${path}?language=de`)).text
    assertPrinted(german, 'FOLGEANGEBOT', 'Angeboten am01.03.2026', `Auftrag${order.orderNumber}`)
  })

  test('has no number of a source that its reader may not see, and is refused where a date is hidden', async () => {
    const tokenOf = async (more: object, hidden: string[] = []) => {
      const role = await addRole(kontor().engine, {
        customers: { can: ['read'] },
        'repeat-offers': { can: ['read'], hidden },
        ...more,
      })
      return (await signedIn(kontor(), role)).token
    }
    const { text } = await print(kontor(), path, await tokenOf({ items: { can: ['read'] } }))
    assertNotPrinted(text, order.orderNumber)
    const token = await tokenOf({}, ['validUntil'])
    assertRefused(await kontor().get(path, { token }), 403, 'FIELD_NOT_PERMITTED')
  })
})
