// A small business, entered through HTTP in words that every version since the first corpus understands.
import assert from 'node:assert/strict'

export const ADMIN = { email: 'admin@example.com', password: 'a long enough passphrase 7' }

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type AnyRecord = any
export type Call = (method: string, path: string, body?: object) => Promise<{ status: number; body: AnyRecord }>

/** What is read back after an upgrade. */
export const RESOURCES = [
  'items',
  'customers',
  'sales-orders',
  'deliveries',
  'invoices',
  'payments',
  'stock-movements',
  'views',
  'users',
  'roles',
  'api-keys',
]

/** Sends one request; a server in another process and one in this process differ in this alone. */
export type Send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
) => Promise<{ readonly status: number; readonly text: string }>

export async function signIn(send: Send): Promise<Call> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const call: Call = async (method, path, body) => {
    const { status, text } = await send(method, `/api/v1${path}`, headers, body && JSON.stringify(body))
    return { status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const { body } = await call('POST', '/auth/login', ADMIN)
  headers.authorization = `Bearer ${body.data.token}`
  return call
}

export async function doBusiness(call: Call): Promise<void> {
  const done = async (method: string, path: string, body: object): Promise<AnyRecord> => {
    const answer = await call(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body?.data
  }
  const make = (path: string, body: object) => done('POST', path, body)
  await done('PATCH', '/settings', { companyName: 'Kettenwerk GmbH', timeZone: 'Europe/Berlin' })
  const items: AnyRecord[] = []
  for (const [index, name] of ['Ärmel', 'Zange', 'Öse', 'apfel', 'Straße'].entries())
    items.push(
      await make('/items', {
        itemCode: `UP-00${index}`,
        itemName: name,
        category: index % 2 ? 'Tools' : 'Parts',
        sellingPrice: 1.99 + index * 10,
        taxRate: index % 2 ? 7 : 19,
      }),
    )
  for (const { id } of items) await make('/stock-movements', { item: id, quantity: 1000, reason: 'receipt' })
  const customers: AnyRecord[] = []
  for (const name of ['Nordlicht GmbH', 'Ångström AB', 'müller & söhne'])
    customers.push(
      await make('/customers', {
        name,
        creditLimit: 500_000,
        paymentTerms: 'Net 30',
        email: `office${customers.length}@example.com`,
        address: { street: 'Weg 1', city: 'Köln', country: 'DE' },
      }),
    )
  for (let index = 0; index < 12; index++) await trade(done, index, customers[index % 3], items)
  await administer(done)
}

type Done = (method: string, path: string, body: object) => Promise<AnyRecord>

/** One order; its number decides how far it gets. */
async function trade(done: Done, index: number, customer: AnyRecord, items: readonly AnyRecord[]): Promise<void> {
  const lines = [
    { item: items[index % 5].id, quantity: index + 1, discount: index % 3 ? 0 : 12.5 },
    { item: items[(index + 2) % 5].id, quantity: 3 },
  ]
  const order = await done('POST', '/sales-orders', { customer: customer.id, items: lines, notes: `Order ${index}` })
  if (index % 6 === 0) return
  await done('PUT', `/sales-orders/${order.id}/status`, { status: 'submitted' })
  if (index % 6 === 1) return
  if (index % 6 === 2) {
    await done('PUT', `/sales-orders/${order.id}/status`, { status: 'cancelled' })
    return
  }
  await done('POST', '/deliveries', { salesOrder: order.id })
  if (index % 6 === 3) return
  const invoice = await done('POST', '/invoices/from-order', { salesOrder: order.id, invoiceDate: '2026-11-02' })
  const amount = index % 6 === 4 ? 1 : invoice.total
  await done('POST', '/payments', { invoice: invoice.id, amount, reference: `Statement ${index}` })
}

async function administer(done: Done): Promise<void> {
  await done('POST', '/roles', { name: 'packers', permissions: { items: { can: ['read'], hidden: ['costPrice'] } } })
  await done('POST', '/users', { ...ADMIN, email: 'packer@example.com', name: 'Pat Packer', role: 'packers' })
  await done('POST', '/api-keys', { name: 'Web shop', scopes: ['read'] })
  await done('POST', '/views', { name: 'Parts', resource: 'items', query: 'category=Parts' })
}

/** Every record by its id, as the API tells it. */
export async function readBusiness(call: Call): Promise<Record<string, Record<string, AnyRecord>>> {
  const all: Record<string, Record<string, AnyRecord>> = {}
  for (const resource of RESOURCES) {
    const list = await call('GET', `/${resource}?perPage=100`)
    assert.equal(list.status, 200, `${resource}: ${JSON.stringify(list.body)}`)
    all[resource] = {}
    for (const { id } of list.body.data) all[resource][id] = (await call('GET', `/${resource}/${id}`)).body.data
  }
  all.settings = { settings: (await call('GET', '/settings')).body.data }
  return all
}
