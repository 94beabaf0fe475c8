import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { directInvoice } from '../support/invoicing.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { createCustomer, createItem } from '../support/records.ts'
import { createOrder, pay, submit } from '../support/trade.ts'
import { CODINGS, type Coding, UNPACK } from '../support/unpack.ts'

const NAMES = [
  'Zulu',
  'alpha',
  'Ärger',
  'Beta',
  'arger',
  'Straße',
  'STRASSE',
  'Öl',
  'ölig',
  'Łódź',
  'ẞ',
  'ss',
  '😀',
  'É',
]

/** The same business, made by the same requests. */
async function fill(kontor: Kontor): Promise<void> {
  const items = []
  for (const [index, itemName] of NAMES.entries())
    items.push(
      await createItem(kontor, {
        itemCode: `${itemName}-${index}`,
        itemName,
        category: index % 4 ? itemName.slice(0, 2) : '',
        sellingPrice: index,
      }),
    )
  for (const [index, name] of NAMES.entries()) {
    const customer = await createCustomer(kontor, { name, address: { city: NAMES[(index * 5) % NAMES.length] } })
    const lines = [items[index]!, items[(index * 3) % NAMES.length]!]
    const order = await createOrder(kontor, lines, { customer, orderDate: '2026-01-31', notes: name })
    if (index % 3 === 0) await submit(kontor, order)
    if (index % 2) continue
    const dates = { invoiceDate: '2026-01-01', dueDate: index % 4 ? '2026-01-31' : '2199-01-31' }
    const line = { item: items[index]!.id, quantity: index + 1, rate: 2.5 }
    const invoice = await directInvoice(kontor, [line], { customer, ...dates })
    if (index % 6 === 0) await pay(kontor, invoice, 1)
  }
}

/** One more of each kind in turn: what each of them finds must not differ in a single byte. */
function questions(): string[] {
  const asked: string[] = []
  for (const order of ['asc', 'desc'])
    for (const [resource, sorts] of [
      ['items', ['itemName', 'itemCode', 'category']],
      ['customers', ['name', 'address.city', 'balance.outstanding', 'balance.overdue', 'balance.uninvoicedOrders']],
      ['sales-orders', ['customerName', 'orderNumber', 'total']],
      ['invoices', ['daysOverdue', 'customerName', 'invoiceNumber']],
    ] as const)
      for (const sort of sorts)
        asked.push(
          `/${resource}?sort=${sort}&order=${order}&perPage=5&page=2`,
          `/${resource}/export?sort=${sort}&order=${order}`,
        )
  for (const text of ['strasse', 'STRAßE', 'ss', 'ärger', 'E', 'lodz', 'ol']) {
    const encoded = encodeURIComponent(text)
    asked.push(`/items?search=${encoded}`, `/search?q=${encoded}`, `/search?q=${encoded}&types=customers,%20items`)
    for (const operator of ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'like'])
      asked.push(`/items?itemName[${operator}]=${encoded}&sort=itemName`, `/items?itemCode[${operator}]=${encoded}-5`)
  }
  for (const name of NAMES.slice(0, 6)) {
    const code = encodeURIComponent(`${name}-${NAMES.indexOf(name)}`)
    asked.push(`/sales-orders?items.itemCode=${code}`, `/sales-orders?items.itemName[like]=${encodeURIComponent(name)}`)
    asked.push(`/items?itemCode=${encodeURIComponent(decodeURIComponent(code).toUpperCase())}`)
  }
  return [
    ...asked,
    '/sales-orders?expand=customer,items.item,createdBy&sort=customerName&perPage=4',
    '/invoices?expand=customer,salesOrder&fields=invoiceNumber',
    '/sales-orders?expand=custmer',
    '/sales-orders?fields=items.quantity,customerName,items.itemCode&sort=total',
    '/customers?fields=address.city,balance.overdue&sort=name',
    '/sales-orders/export?fields=orderNumber,items.itemCode,items.quantity',
    '/sales-orders?items.itemName[like]=STRASSE&sort=customerName',
    '/sales-orders?items.itemName[gte]=s&items.itemName[lt]=z&sort=orderNumber&order=asc',
    '/invoices?items.itemCode[in]=alpha-1,%20%C3%84rger-2&expand=customer&sort=customerName',
    '/sales-orders?customerName[like]=strasse&expand=customer&fields=customerName,items.itemCode',
    '/sales-orders?sort=customerName&perPage=3&cursor=',
    '/sales-orders?items.quantity[gte]=1&items.rate[lt]=5&sort=total',
    '/invoices?items.quantity[in]=1,%203,5',
    '/invoices?items.quantity[ne]=1&sort=total',
    '/invoices?daysOverdue[gt]=0&sort=invoiceNumber',
    '/customers?balance.outstanding[gte]=2.5&balance.overdue=0',
    '/items?category=&sort=itemName',
    '/items?category[ne]=&isActive=&page=&fields=&search=&sort=',
    '/items?fields=itemName&fields=category&sort=itemCode',
    '/items?itemCode[in]=&itemCode[in]=zulu-0',
    '/items?colour=',
    '/reports/sales?from=&to=2026-12-31',
    '/audit-log?fields=action,resource&sort=action&order=asc&createdAt[lt]=',
  ]
}

/** An answer without what differs by nature: ids and numbers of requests, times, and cursors, which contain ids. */
function withoutChance(text: string): string {
  const known = new Map<string, string>()
  const named = (id: string) => known.get(id) ?? known.set(id, `<${known.size}>`).get(id)!
  return text
    .replaceAll(/"requestId":"[^"]*"/g, '"requestId":"…"')
    .replaceAll(/"nextCursor":"[^"]*"/g, '"nextCursor":"…"')
    .replaceAll(/\b[a-z]{2,4}_[0-9a-z]{12,}\b/g, named)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
}

const withoutRequest = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

async function bytesFor(kontor: Kontor, address: string, coding: Coding | 'identity') {
  const { rawPayload, headers } = await kontor.app.server.inject({
    url: `/api/v1${address}`,
    headers: { authorization: `Bearer ${kontor.token}`, 'accept-encoding': coding },
  })
  const isPacked = headers['content-encoding'] !== undefined
  assert.ok(!isPacked || headers['content-encoding'] === coding, address)
  const bytes = isPacked ? UNPACK[coding as Coding](rawPayload) : rawPayload
  return { isPacked, text: bytes.toString() }
}

describe('The same request', { skip: databaseKinds.length < 2 }, () => {
  const kontors: Kontor[] = []
  before(async () => {
    for (const kind of databaseKinds) kontors.push(await openKontor(kind))
    for (const kontor of kontors) await fill(kontor)
  })
  after(() => Promise.all(kontors.map((kontor) => kontor.close())))

  test('gets the same answer from every database, byte for byte', async () => {
    const refused: string[] = []
    for (const address of questions()) {
      const answers = await Promise.all(kontors.map((kontor) => kontor.get(address)))
      const [first, ...others] = answers.map(({ status, text }) => `${status} ${withoutChance(text)}`)
      for (const other of others) assert.equal(other, first, address)
      if (!first!.startsWith('200 ')) refused.push(address)
    }
    assert.deepEqual(refused, ['/sales-orders?expand=custmer', '/items?colour='])
  })

  test('gets the same bytes compressed as it gets them plain, from every database', async () => {
    const packed = new Map<Coding, number>(CODINGS.map((coding) => [coding, 0]))
    const lasting = questions().filter((address) => !address.startsWith('/audit-log')) // exports add entries to it
    const addresses = lasting.filter((_address, index) => index % 2 === 0)
    for (const [index, address] of addresses.entries()) {
      const coding = CODINGS[index % CODINGS.length]!
      const answers = await Promise.all(kontors.map((kontor) => bytesFor(kontor, address, coding)))
      const [first, ...others] = answers.map(({ text }) => withoutChance(text))
      for (const other of others) assert.equal(other, first, `${address} by ${coding}`)
      for (const [number, kontor] of kontors.entries()) {
        const plain = await bytesFor(kontor, address, 'identity')
        assert.equal(plain.isPacked, false)
        assert.equal(withoutRequest(answers[number]!.text), withoutRequest(plain.text), `${address} by ${coding}`)
      }
      assert.equal(new Set(answers.map(({ isPacked }) => isPacked)).size, 1, `${address} by ${coding}`)
      if (answers[0]!.isPacked) packed.set(coding, packed.get(coding)! + 1)
    }
    for (const [coding, count] of packed) assert.ok(count > 5, `${count} by ${coding}`)
  })
})
