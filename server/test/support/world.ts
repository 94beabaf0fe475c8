import { demoData } from '../../src/app/demo-data.ts'
import type { Entry } from '../../src/core/rules.ts'
import { exampleId } from '../../src/model/text.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { registryOf } from '../../src/resources/registry.ts'
import type { Kontor } from './kontor.ts'
import { create, createCustomer, createItem, customerBody, itemBody, read } from './records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** Everything that the product consists of, with what can be done to it. */
export const entries: readonly Entry[] = registryOf(catalog, [demoData(async () => undefined)])
const having = (action: string) =>
  entries.filter(({ actions }) => actions.some(({ name }) => name === action)).map(({ resource }) => resource)
/** Resources that have a list, and those whose records a client creates. */
export const listed = having('list')
export const created = having('create')

/** A change that every record bears, whatever its state. The entries of the stock ledger bear none. */
export const changes: { readonly [resource: string]: Readonly<Record<string, string>> } = {
  items: { itemName: 'Hammer' },
  customers: { name: 'Globex' },
  'sales-orders': { notes: 'Ring twice' },
  invoices: { notes: 'Thank you' },
  payments: { reference: 'Statement 9' },
  deliveries: { notes: 'Left at the door' },
  settings: { companyName: 'Kettenwerk' },
  views: { name: 'Nearly out of stock' },
}
/** Resources whose records are created, changed and deleted like any other. */
export const changeable = created.filter(({ name }) => name in changes)

/** A business in which something of everything has happened: whatever a body refers to is there, and enough of it. */
export interface World {
  /** One record of each resource. */
  readonly records: { readonly [resource: string]: AnyRecord }
  /** A body that creates one more, with whatever else is to be in it. */
  bodyOf(resource: string, more?: object): object
  /** The address of the record: `/items/itm_…`, but `/settings`. */
  addressOf(resource: string): string
  /** With the ids of these records wherever an id was made up for an example. */
  withRealIds<T>(example: T): T
}

const viewBody = () => ({ name: 'Low in stock', resource: 'items' })

const PLENTY = 1_000_000
/** Of the order, so that it can be invoiced and delivered again and again. */
const ORDERED = 100_000

export async function createWorld(kontor: Kontor): Promise<World> {
  const item = await createItem(kontor, { sellingPrice: 10, taxRate: 19 })
  const customer = await createCustomer(kontor, { paymentTerms: 'Net 30' })
  const movement = await create(kontor, '/stock-movements', { item: item.id, quantity: PLENTY, reason: 'receipt' })
  const lines = [{ item: item.id, quantity: ORDERED }]
  const { id: salesOrder } = await create(kontor, '/sales-orders', { customer: customer.id, items: lines })
  const invoice = await create(kontor, '/invoices/from-order', {
    salesOrder,
    items: [{ item: item.id, quantity: ORDERED / 2 }],
  })
  const delivery = await create(kontor, '/deliveries', { salesOrder, items: [{ item: item.id, quantity: 1 }] })
  const payment = await create(kontor, '/payments', { invoice: invoice.id, amount: 1 })
  const view = await create(kontor, '/views', viewBody())
  const ids = {
    items: item.id,
    customers: customer.id,
    'sales-orders': salesOrder,
    invoices: invoice.id,
    payments: payment.id,
    deliveries: delivery.id,
    'stock-movements': movement.id,
    views: view.id,
  }
  return worldOf(await readAll(kontor, ids))
}

/** As they are after everything has happened. */
async function readAll(kontor: Kontor, ids: Readonly<Record<string, string>>): Promise<World['records']> {
  const records: Record<string, AnyRecord> = { settings: await read(kontor, '/settings') }
  for (const [resource, id] of Object.entries(ids)) records[resource] = await read(kontor, `/${resource}/${id}`)
  return records
}

function worldOf(records: World['records']): World {
  const idOf = (resource: string): string => records[resource].id
  const line = records['sales-orders'].items[0].id
  const lines = [{ item: idOf('items'), quantity: 1 }]
  const bodies: Readonly<Record<string, () => object>> = {
    items: itemBody,
    customers: customerBody,
    'sales-orders': () => ({ customer: idOf('customers'), items: lines }),
    invoices: () => ({ customer: idOf('customers'), items: lines }),
    payments: () => ({ invoice: idOf('invoices'), amount: 0.01 }),
    deliveries: () => ({ salesOrder: idOf('sales-orders'), items: [{ line, quantity: 1 }] }),
    'stock-movements': () => ({ item: idOf('items'), quantity: 1 }),
    views: viewBody,
  }
  const madeUp = new Map([
    ...catalog.map(({ name, idPrefix }): [string, string] => [exampleId(idPrefix), idOf(name)]),
    [exampleId('lin'), line],
  ])
  return {
    records,
    bodyOf: (resource, more = {}) => ({ ...bodies[resource]!(), ...more }),
    addressOf: (resource) => (resource === 'settings' ? '/settings' : `/${resource}/${idOf(resource)}`),
    withRealIds: (example) =>
      JSON.parse(JSON.stringify(example), (_key, value) =>
        typeof value === 'string' ? (madeUp.get(value) ?? value) : value,
      ),
  }
}
