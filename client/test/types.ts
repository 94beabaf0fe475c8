// Checked by the compiler only: what the types of the client allow, and what they refuse.
import { isKontorError, Kontor, type RefusalOf, type Schemas } from '../src/index.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(_claim?: T): void => undefined

const kontor = new Kontor({ baseUrl: 'https://kontor.example.com', apiKey: 'ktk_…' })

export async function reads(): Promise<void> {
  const { data: item, etag } = await kontor.items.get('itm_1')
  holds<Equal<typeof item.itemName, string>>()
  holds<Equal<typeof item.category, string | null>>()
  holds<Equal<typeof etag, string | undefined>>()

  const { data, meta } = await kontor.items.list({
    filter: { category: 'Brakes', sellingPrice: { gte: 10, lt: 20 }, itemCode: { in: ['A', 'B'] }, description: null },
    sort: 'createdAt',
    perPage: 5,
  })
  holds<Equal<typeof meta.total, number | undefined>>()
  holds<Equal<(typeof data)[0], Schemas['Item']>>()

  const selected = await kontor.items.list({ fields: ['itemCode', 'version'] })
  const [first] = selected.data
  holds<Equal<typeof first, { readonly id: string; readonly itemCode: string; readonly version: number } | undefined>>()
  // @ts-expect-error It was not selected.
  first?.itemName

  for await (const order of kontor.salesOrders.all(
    { filter: { status: 'submitted' } },
    { signal: new AbortController().signal },
  ))
    order.items.map(({ quantity }) => quantity.toFixed())
  for await (const { id, total } of kontor.salesOrders.all({ fields: ['total'] })) `${id}${total.toFixed()}`

  const { data: hits } = await kontor.search({ q: 'bolt', types: ['items'] })
  holds<Equal<NonNullable<typeof hits.items>[0]['score'], number>>()
  const usage = await kontor.usage()
  // @ts-expect-error The limit of a day may be null.
  usage.data.api.day.limit.toFixed()
  ;(await kontor.invoices.pdf('inv_1')).bytes()
  ;(await kontor.items.export({ filter: { isActive: true } })).text()

  // @ts-expect-error There is no such resource.
  kontor.bolts
  // @ts-expect-error Which item?
  kontor.items.get()
  // @ts-expect-error There is no such field to filter by.
  kontor.items.list({ filter: { colour: 'red' } })
  // @ts-expect-error There is no such operator.
  kontor.items.list({ filter: { sellingPrice: { than: 10 } } })
  // @ts-expect-error An item cannot be sorted by that.
  kontor.items.list({ sort: 'nonsense' })
  // @ts-expect-error It is not a field of an item.
  kontor.items.list({ fields: ['nonsense'] })
  // @ts-expect-error It goes from page to page by itself.
  kontor.items.all({ page: 2 })
  // @ts-expect-error The history of one record is no list of the resource.
  kontor.reports.all()
  // @ts-expect-error An hour is no interval.
  kontor.reports.sales({ interval: 'hour' })
  // @ts-expect-error What to search for is required.
  kontor.search({})
}

export async function writes(): Promise<void> {
  const { data, meta } = await kontor.items.create({ itemCode: 'BOLT-M8', itemName: 'Bolt' }, { idempotencyKey: 'one' })
  holds<Equal<typeof data, Schemas['Item']>>()
  meta.warnings?.map(({ code, message }) => `${code} ${message}`)
  await kontor.items.update(data.id, { sellingPrice: 3 }, { version: data.version })
  await kontor.items.patch(data.id, { category: null })
  const removed = await kontor.items.delete(data.id)
  holds<Equal<typeof removed.data, null | undefined>>()
  const tried = await kontor.items.delete(data.id, { dryRun: true })
  tried.meta.effects?.map(({ resource, recordId, action, changes }) => [resource, recordId, action, changes])
  await kontor.salesOrders.setStatus('so_1', { status: 'submitted' })
  await kontor.invoices.fromOrder({ salesOrder: 'so_1' })
  const bulk = await kontor.items.bulk({ action: 'update', ids: ['itm_1'], input: { category: 'Brakes' } })
  bulk.data.results.map(({ ok, error }) => ok || error?.code)
  const report = await kontor.imports.create({ resource: 'items', csv: 'Code,Name' })
  report.data.errors.map(({ row, field, message }) => `${row.toFixed()} ${field} ${message}`)
  await kontor.auth.login({ email: 'anna@example.com', password: '…' })
  await kontor.request('PUT /settings', { body: { companyName: 'Kettenwerk' } })

  // @ts-expect-error The name is required.
  kontor.items.create({ itemCode: 'BOLT-M8' })
  // @ts-expect-error Only the service writes it.
  kontor.items.create({ itemCode: 'BOLT-M8', itemName: 'Bolt', currentStock: 5 })
  // @ts-expect-error A price is a number.
  kontor.items.update('itm_1', { sellingPrice: '3' })
  // @ts-expect-error A version is a number.
  kontor.items.update('itm_1', {}, { version: '3' })
  // @ts-expect-error Colours cannot be changed.
  kontor.items.bulk({ action: 'update', input: { colour: 'red' } })
  // @ts-expect-error What would be changed?
  kontor.request('PUT /settings')
  // @ts-expect-error A file has a method, but no data.
  kontor.request('GET /items/export')
}

export function errors(error: unknown): void {
  if (isKontorError(error, 'OVER_INVOICED', 'NOTHING_TO_INVOICE')) {
    holds<Equal<typeof error.code, 'OVER_INVOICED' | 'NOTHING_TO_INVOICE'>>()
    error.details.map(({ field, message }) => `${field} ${message}`)
  }
  // @ts-expect-error There is no such code.
  isKontorError(error, 'NONSENSE')
  const code: RefusalOf<'POST /invoices/from-order'> = 'OVER_INVOICED'
  // @ts-expect-error An item is never refused with this code.
  const wrong: RefusalOf<'POST /items'> = 'OVER_INVOICED'
  if (isKontorError(error)) {
    if (error.code === code) return
    // @ts-expect-error There is no such code.
    if (error.code === 'NONSENSE') return
  }
  holds<Equal<typeof wrong, RefusalOf<'POST /items'>>>()
}
