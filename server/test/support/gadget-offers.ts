import { migrations } from '../../src/db/migrations/index.ts'
import { msg } from '../../src/model/message.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { defineDocument } from '../../src/resources/documents/define-document.fields.ts'
import { gadgetMakers } from './gadget-orders.ts'
import { generatedMigration } from './generated-migration.ts'

/** Two types of documents that are not part of the product: parts of an offer are called off, one call after the other. */
const party = { field: 'maker', resource: 'gadget-makers', name: 'makerName' } as const

export const gadgetOffers = defineDocument({
  name: 'gadget-offers',
  singular: 'gadget offer',
  idPrefix: 'gof',
  title: 'offerNumber',
  description: 'Made up for the tests.',
  document: {
    party,
    date: 'offerDate',
    number: { field: 'offerNumber', pattern: 'GF-{year}-{number}' },
    price: 'costPrice',
    statuses: { draft: 'draft', agreed: 'open', fulfilled: 'done', refused: 'stopped' },
    moves: [
      { from: ['draft'], to: 'agreed', right: 'submit' },
      { from: ['agreed'], to: 'fulfilled', right: 'submit' },
      { from: ['draft', 'agreed'], to: 'refused', right: 'cancel' },
    ],
    advice: { draft: msg`Agree on it first.` },
    progress: {
      callStatus: {
        by: 'gadget-calls',
        setBy: 'POST /gadget-calls/from-offer',
        line: 'calledQuantity',
        word: 'called',
        purpose: msg`called off`,
        undo: msg`Refuse the call first.`,
        allowedIn: ['agreed'],
      },
    },
  },
})

export const gadgetCalls = defineDocument({
  name: 'gadget-calls',
  singular: 'gadget call',
  idPrefix: 'gca',
  title: 'callNumber',
  description: 'Made up for the tests.',
  document: {
    party,
    date: 'callDate',
    number: { field: 'callNumber', pattern: 'GC-{year}-{number}' },
    price: 'costPrice',
    sources: [
      {
        resource: 'gadget-offers',
        field: 'gadgetOffer',
        line: 'offerLine',
        progress: 'callStatus',
        action: { path: 'from-offer', description: 'Calls off all that is left.', takes: ['callDate', 'notes'] },
        copies: ['paymentTerms'],
      },
    ],
    statuses: { draft: 'draft', called: 'open', refused: 'stopped' },
    moves: [
      { from: ['draft'], to: 'called', right: 'submit' },
      { from: ['draft', 'called'], to: 'refused', right: 'cancel' },
    ],
  },
})

const withOffers = [...catalog, gadgetMakers, gadgetOffers, gadgetCalls]

export const offering = {
  catalog: withOffers,
  migrations: [...migrations, (await generatedMigration('9003-gadget-offers', withOffers)).migration],
}
