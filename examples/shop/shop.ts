// A web shop beside Kontor. README.md says how to run it.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { isKontorError, Kontor, verifyWebhook } from '@kontor/client'

const { KONTOR_URL: baseUrl = 'http://127.0.0.1:3000', KONTOR_API_KEY: apiKey = '', PORT = '4000' } = process.env
const kontor = new Kontor({ baseUrl, apiKey })
/** What the shop shows. A real shop stores it, and with it the cursor of the last event. */
const stock: Record<string, number> = {}
const paid: string[] = []

interface Purchase {
  readonly id: string
  readonly customer: { readonly id: string; readonly name: string }
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[]
}

/** However often a purchase is sent, it becomes one customer and one order, which is submitted once. */
async function place({ id, customer, lines }: Purchase): Promise<string> {
  await kontor.customers.upsert('externalIds.shop', customer.id, { name: customer.name })
  const items = lines.map(({ sku, quantity }) => ({ item: { itemCode: sku }, quantity }))
  const body = { customer: { 'externalIds.shop': customer.id }, items }
  const isNew = { headers: { 'if-none-match': '*' } }
  const { data: order } = await kontor.salesOrders.upsert('externalIds.shop', id, body, isNew).catch((error) => {
    if (!isKontorError(error, 'RECORD_EXISTS')) throw error
    return kontor.salesOrders.by('externalIds.shop', id)
  })
  const once = { idempotencyKey: `shop-submit-${id}` }
  if (order.status === 'draft') await kontor.salesOrders.setStatus(order.id, { status: 'submitted' }, once)
  return order.orderNumber
}

/** Every change of an item, from the first one; the client waits, and connects again where the connection breaks. */
async function followStock(): Promise<void> {
  for await (const { record } of kontor.events.follow({ resources: ['items'], include: ['record'] })) {
    const item = record as { itemCode: string; availableStock: number } | null // null: it was deleted
    if (item) stock[item.itemCode] = item.availableStock
  }
}

/** A webhook tells at once that an invoice was paid. Whatever is not signed by Kontor is refused. */
async function receive(headers: Record<string, string | string[] | undefined>, body: string): Promise<void> {
  const secret = process.env.KONTOR_WEBHOOK_SECRET ?? ''
  const { data } = await verifyWebhook<{ data: { recordId: string } }>(headers, body, secret)
  if (!paid.includes(data.recordId)) paid.push(data.recordId) // it may arrive twice
}

const shop = createServer(async (request, response) => {
  try {
    const body = await text(request)
    if (request.url === '/hook') await receive(request.headers, body)
    const answer = request.url === '/purchases' ? await place(JSON.parse(body)) : { stock, paid }
    response.writeHead(200).end(JSON.stringify(answer))
  } catch (error) {
    response.writeHead(400).end(String(error))
  }
})
shop.listen(Number(PORT), '127.0.0.1', () => console.log(`The shop listens on port ${PORT}.`))
await followStock()
