import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineAmounts, sumOf, totalsOf } from '../../src/model/money.ts'
import { PLAIN_LETTERHEAD, type PrintedLine } from '../../src/resources/documents/pdf/printed-document.ts'
import { pageOf } from '../../src/resources/documents/pdf/sheet.ts'
import { type PrintedInvoice, renderInvoicePdf } from '../support/printed-invoice.ts'
import { readPdf } from '../support/read-pdf.ts'

const PAGE = pageOf(PLAIN_LETTERHEAD)
const NAMES = [
  'Ergonomic chair, ročník Łódź',
  'Кресло «Север»',
  'Καρέκλα γραφείου',
  'Ünïcode cable tie',
  'Ångström × 2 – “½”',
]

type Line = Required<PrintedLine>

function line(index: number, changes: Partial<Line> = {}, decimals = 2): Line {
  const terms = { quantity: 2.5, rate: 19.9, discount: 0, taxRate: 19, ...changes }
  const { amount, taxAmount } = lineAmounts(terms, decimals)
  const name = NAMES[index % NAMES.length]!
  const item = { kind: 'item', itemCode: `ITM-${index}`, itemName: name, description: null, uom: 'Nos' }
  return { ...item, ...terms, amount, taxAmount }
}

function invoice(lines: readonly Line[], changes: Partial<PrintedInvoice> = {}): PrintedInvoice {
  const decimals = changes.currency === 'JPY' ? 0 : 2
  const totals = totalsOf(lines.map((each) => lineAmounts(each, decimals)))
  const amountPaid = changes.amountPaid ?? 0
  return {
    company: {
      name: 'Nordlicht Werkzeug GmbH',
      address: { street: 'Hafenstraße 12', city: 'Hamburg', state: null, zipCode: '20457', country: 'DE' },
      taxId: 'DE123456789',
      email: 'rechnung@nordlicht.example',
      phone: '+49 40 5550199',
    },
    customer: {
      name: 'Bartell, Ruecker and Mante',
      address: { street: '1 Main Street', city: 'Portland', state: 'OR', zipCode: '97201', country: 'US' },
      taxId: 'US-99-7',
    },
    invoiceNumber: 'INV-2026-00042',
    status: 'unpaid',
    invoiceDate: '2026-11-14',
    dueDate: '2026-12-14',
    paymentTerms: 'Net 30',
    notes: null,
    currency: 'EUR',
    orderNumber: 'SO-2026-00412',
    lines,
    ...totals,
    amountPaid,
    outstanding: sumOf([totals.total, -amountPaid]),
    ...changes,
  }
}

const several = (count: number, terms: Partial<Line> = {}) => Array.from({ length: count }, (_, i) => line(i, terms))
const pagesOf = async (printed: PrintedInvoice) => readPdf(await renderInvoicePdf(printed))
const textOf = async (printed: PrintedInvoice) => (await pagesOf(printed)).map(({ text }) => text).join('\n')

function assertHas(text: string, ...parts: (string | RegExp)[]): void {
  for (const part of parts) {
    assert.ok(typeof part === 'string' ? text.includes(part) : part.test(text), `${part} in:\n${text}`)
  }
}
function assertLacks(text: string, ...parts: string[]): void {
  for (const part of parts) assert.ok(!text.includes(part), `${part} in:\n${text}`)
}

test('an invoice prints seller, customer, dates, lines and amounts', async () => {
  const text = await textOf(invoice(several(1), { notes: 'Goods remain ours\nuntil paid: €.' }))
  assertHas(text, 'Nordlicht Werkzeug GmbH', 'Hafenstraße 12', '20457 Hamburg', 'Germany', 'rechnung@nordlicht.example')
  assertHas(text, 'Bartell, Ruecker and Mante', 'Portland, OR 97201', 'United States', 'Tax ID US-99-7')
  assertHas(text, 'INVOICE', 'INV-2026-00042', 'Invoice date14 Nov 2026', 'Due date14 Dec 2026', 'SO-2026-00412')
  assertHas(text, /Ergonomic chair, ročník Łódź2\.5Nos€19\.9019%€49\.75/, 'ITM-0')
  assertHas(text, 'Subtotal€49.75', 'Tax€9.45', 'Total€59.20', 'Amount due€59.20', 'Page 1 of 1')
  assertHas(text, 'Payment terms: Net 30. Please pay by 14 Dec 2026, quoting INV-2026-00042.')
  assertHas(text, 'Goods remain ours', 'until paid: €.')
})

test('it is one PDF of A4 pages with a title, and the same bytes every time', async () => {
  const printed = invoice(several(3))
  const [first, second] = [await renderInvoicePdf(printed), await renderInvoicePdf(printed)]
  assert.ok(first.equals(second))
  const bytes = first.toString('latin1')
  assert.ok(bytes.startsWith('%PDF-1.7'))
  for (const part of [
    '/MediaBox [0 0 595.28 841.89]',
    '(Invoice INV-2026-00042)',
    '(D:20261114000000Z)',
    '/Lang (en)',
  ]) {
    assert.ok(bytes.includes(part), part)
  }
})

test('letters of every European script are printed, none as an empty box', async () => {
  const text = await textOf(invoice(several(NAMES.length)))
  assertHas(text, ...NAMES)
  assertLacks(text, '\0')
})

test('1 line takes a page, and 40 and 200 lines as many as they need, each numbered', async () => {
  for (const [count, pageCount] of Object.entries({ 0: 1, 1: 1, 40: 3, 200: 10 })) {
    const pages = await pagesOf(invoice(several(Number(count))))
    assert.equal(pages.length, pageCount, `${count} lines`)
    pages.forEach(({ text }, index) => {
      assertHas(text, `Page ${index + 1} of ${pageCount}`, 'Nordlicht Werkzeug GmbH  ·  Tax ID DE123456789')
    })
  }
})

test('every line is printed once, whole, below the heading of the table', async () => {
  const long = `begins ${'and goes on '.repeat(14)}ends`
  const lines = several(120).map((each, index) => (index % 3 ? each : { ...each, itemName: `${index} ${long}` }))
  const pages = await pagesOf(invoice(lines))
  const codes = pages.flatMap(({ text }) => text.match(/ITM-\d+/g) ?? [])
  assert.equal(codes.join(' '), lines.map(({ itemCode }) => itemCode).join(' '))
  for (const { text } of pages) {
    if (!text.includes('ITM-')) continue
    assertHas(text, /ItemQtyRateTaxAmount/)
    assert.equal(text.match(/begins/g)?.length, text.match(/ends/g)?.length)
  }
})

test('pages after the first say which invoice they belong to', async () => {
  const [first, ...others] = await pagesOf(invoice(several(60)))
  assert.equal(first!.text.match(/Invoice INV/g), null)
  assert.ok(others.length > 0)
  for (const { text } of others) assertHas(text, 'Nordlicht Werkzeug GmbHInvoice INV-2026-00042')
})

test('amounts end at one edge, from the table down to the total', async () => {
  const lines = [line(0), line(1, { quantity: 1000, rate: 1280.5 }), line(2, { quantity: 1, rate: 0.5 })]
  const [page] = await pagesOf(invoice(lines))
  const edge = PAGE.width - PAGE.right
  for (const amount of ['€49.75', '€1,280,500.00', '€0.50', '€1,280,550.25', '€243,304.55', '€1,523,854.80']) {
    const found = page!.words.filter(({ text, right }) => text === amount && Math.abs(right - edge) < 0.5)
    assert.ok(found.length > 0, `${amount} ends at ${edge}`)
  }
})

const MOST = 99_999_999_999.99

test('what is long is broken or printed smaller, never lost over the edge of the page', async () => {
  const terms = { quantity: 1, rate: 9_999_999_999.9999, discount: 12.3456, taxRate: 19.1234, uom: 'U'.repeat(32) }
  const printed = invoice([line(0, { ...terms, itemName: 'W'.repeat(200), itemCode: 'W'.repeat(64) })], {
    currency: 'CHF',
    status: 'partially_paid',
    ...{ subtotal: MOST, taxTotal: MOST, total: MOST, amountPaid: MOST, outstanding: MOST },
    paymentTerms: 'W'.repeat(100),
    notes: `${'W'.repeat(3000)}\n${'and so on\n'.repeat(200)}The end.`,
  })
  const names = { name: 'W'.repeat(200), taxId: 'W'.repeat(64) }
  const long = { ...printed, customer: { ...printed.customer, ...names }, company: { ...printed.company, ...names } }
  const pages = await pagesOf(long)
  for (const word of pages.flatMap(({ words }) => words)) {
    assert.ok(word.left >= PAGE.left - 1 && word.right <= PAGE.width - PAGE.right + 1, `${word.text} at ${word.left}`)
    assert.ok(word.y > 0 && word.y < PAGE.height)
  }
  const text = pages.map((page) => page.text).join('\n')
  assertHas(text, 'CHF\u00a09,999,999,999.9999', 'Outstanding', 'CHF\u00a099,999,999,999.99', 'The end.')
  assert.equal(text.match(/and so on/g)?.length, 200)
})

test('discounts have a column and a row only where there are some', async () => {
  assertLacks(await textOf(invoice(several(2))), 'Disc')
  const text = await textOf(invoice([line(0), line(1, { discount: 12.5 })]))
  assertHas(text, 'Disc.', '12.5%', 'Discount−€6.22')
})

test('tax is summed up for each rate, and not at all where there is none', async () => {
  const lines = [line(0), line(1, { taxRate: 7 }), line(2), line(3, { taxRate: 0 })]
  assertHas(await textOf(invoice(lines)), 'TAX SUMMARY', '0%€49.75€0.00', '7%€49.75€3.48', '19%€99.50€18.90')
  const untaxed = await textOf(invoice(several(2, { taxRate: 0 })))
  assertLacks(untaxed, 'TAX SUMMARY', '0%')
  assertHas(untaxed, 'Tax€0.00')
})

test('a rate for every line is summed up all the same', async () => {
  const lines = Array.from({ length: 90 }, (_, index) => line(index, { taxRate: index + 0.5 }))
  const text = await textOf(invoice(lines))
  for (const { taxRate } of lines) assertHas(text, new RegExp(`^${taxRate}%€49\\.75€`, 'm'))
  assertHas(text, 'Total€')
})

test('payments are shown once there are some', async () => {
  assertLacks(await textOf(invoice(several(1))), 'Paid', 'Outstanding', 'PAID')
  const partly = await textOf(invoice(several(1), { status: 'partially_paid', amountPaid: 20 }))
  assertHas(partly, 'Paid−€20.00', 'Outstanding€39.20', 'Amount due€39.20')
  assertLacks(partly, 'PAID')
  const paid = await textOf(invoice(several(1), { status: 'paid', amountPaid: 59.2 }))
  assertHas(paid, 'PAID', 'Outstanding€0.00', 'Paid in full.')
  assertLacks(paid, 'Please pay', 'Amount due')
})

test('a draft is headed so, and has no number', async () => {
  const text = await textOf(invoice(several(40), { status: 'draft', invoiceNumber: null, dueDate: null }))
  assertHas(text, 'DRAFT', 'Draft invoice', 'Payment terms: Net 30.')
  assertLacks(text, 'INVOICE', 'INV-', 'Please pay', 'Amount due', 'Due date')
})

test('a cancelled invoice is marked void on every page, and no other is', async () => {
  const pages = await pagesOf(invoice(several(50), { status: 'cancelled' }))
  assert.ok(pages.length > 2)
  for (const { words } of pages) assert.equal(words.filter(({ text }) => text === 'VOID').length, 1)
  assertHas(pages.map(({ text }) => text).join('\n'), 'CANCELLED', 'Nothing is to be paid')
  for (const status of ['draft', 'unpaid', 'partially_paid', 'paid'] as const) {
    assertLacks(await textOf(invoice(several(1), { status })), 'VOID', 'CANCELLED')
  }
})

test('yen are printed without decimals', async () => {
  const text = await textOf(invoice([line(0, { quantity: 12, rate: 33.5, taxRate: 10 }, 0)], { currency: 'JPY' }))
  assertHas(text, '12Nos¥33.510%¥402', 'Subtotal¥402', 'Tax¥40', 'Total¥442')
})

test('unknown values take no room', async () => {
  const bare = { name: 'A', address: null, taxId: null, email: null, phone: null }
  const none = { dueDate: null, paymentTerms: null, orderNumber: null }
  const text = await textOf(
    invoice([line(0, { itemCode: null, uom: null })], { company: bare, customer: bare, ...none }),
  )
  assertLacks(text, 'null', 'undefined', 'Tax ID', 'Order', 'Due date', 'Payment', 'PAYMENT', 'NOTES', '·', 'ITM')
})

test('text that looks like a picture, a link or markup is only text', async () => {
  const tricks = [
    'https://example.com/logo.png',
    'data:image/png;base64,AAAA',
    '/etc/passwd',
    '<b>bold</b>',
    '{"image":"x"}',
  ]
  const text = await textOf(
    invoice(
      tricks.map((itemName, index) => line(index, { itemName })),
      { notes: '/etc/hostname' },
    ),
  )
  assertHas(text, ...tricks, '/etc/hostname')
})
