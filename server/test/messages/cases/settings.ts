import { png, svg } from '../../support/logos.ts'
import { createItem } from '../../support/records.ts'
import { createOrder } from '../../support/trade.ts'
import type { Cases } from '../recorder.ts'

const PNG = 'image/png'
const SVG = 'image/svg+xml'

/** Each of five elements uses the next ten times. */
const multiplied = Array.from({ length: 5 }, (_, level) => {
  const inside = level === 4 ? '<rect width="1" height="1"/>' : `<use href="#a${level + 1}"/>`.repeat(10)
  return `<g id="a${level}">${inside}</g>`
}).join('')

const letterhead: Cases = async ({ kontor, refuses }) => {
  for (const sent of [{ iban: 'DE12' }, { iban: 'DE89370400440532013001' }, { bic: 'x' }, { accentColour: 'red' }])
    await refuses('VALIDATION_ERROR', kontor.put('/settings', { letterhead: sent }))
  await refuses('VALIDATION_ERROR', kontor.put('/settings', { defaults: { paymentTerms: 'soon' } }))
}

const numbering: Cases = async ({ kontor, refuses }) => {
  const raise = (nextNumber: number) => kontor.put('/settings/numbering', { document: 'sales-orders', nextNumber })
  const item = await createItem(kontor, { itemCode: 'NX-001' })
  await kontor.put('/settings', { orderNumberPattern: 'NX-{number}' })
  await raise(5)
  await createOrder(kontor, [item])
  await refuses('VALIDATION_ERROR', raise(2))
  await kontor.put('/settings', { orderNumberPattern: 'NX-0000{number:1}' })
  await refuses('VALIDATION_ERROR', raise(5))
  await kontor.put('/settings', { orderNumberPattern: 'SO-{year}-{number}' })
  for (const numberPatterns of [{ invoice: 'I-{number}' }, { deliveries: 'D' }])
    await refuses('VALIDATION_ERROR', kontor.put('/settings', { numberPatterns }))
  const twice = { orderNumberPattern: 'A-{number}', numberPatterns: { 'sales-orders': 'B-{number}' } }
  await refuses('VALIDATION_ERROR', kontor.put('/settings', twice))
}

const logo: Cases = async ({ kontor, refuses }) => {
  const put = (type: string, text: string | Buffer) =>
    kontor.call('PUT', '/settings/logo', { text, headers: { 'content-type': type } })
  await refuses('NOT_FOUND', kontor.get('/settings/logo'))
  await refuses('UNSUPPORTED_MEDIA_TYPE', put('text/plain', 'x'))
  for (const bytes of [Buffer.from('hello'), png({ width: 2001, height: 1 }), png({ interlace: 1 })])
    await refuses('VALIDATION_ERROR', put(PNG, bytes))
  for (const picture of [
    Buffer.from([0xff, 0xfe]),
    '<html></html>',
    '<svg viewBox="0 0 1 1"><g></svg>',
    svg('<script/>'),
    svg('<rect onclick="alert(1)"/>'),
    svg('<use href="https://example.com/x.svg#a"/>'),
    svg('<style/>'),
    svg('<text>Hi</text>'),
    svg(`<path d="M0 0${'l1 1'.repeat(10_000)}"/>`),
    `<?xml-stylesheet href="x"?>${svg().slice(21)}`,
    `<!DOCTYPE svg>${svg().slice(21)}`,
    svg('', ''),
    svg('<g id="a"><use href="#a"/></g>'),
    svg(multiplied),
    svg(`${'<g>'.repeat(60)}${'</g>'.repeat(60)}`),
  ])
    await refuses('VALIDATION_ERROR', put(SVG, picture))
}

const spreadsheets: Cases = async ({ kontor, refuses }) => {
  await refuses('INVALID_PARAMETER', kontor.get('/items/export?for=spreadsheet&locale=klingon!'))
  await refuses('INVALID_PARAMETER', kontor.get('/items/export?for=spreadsheet&timeZone=Mars'))
  await refuses('INVALID_PARAMETER', kontor.get('/reports/sales?from=2026-01-01&days=7'))
}

const quantities: Cases = async ({ kontor, refuses }) => {
  await refuses('VALIDATION_ERROR', kontor.post('/payments', { invoice: 'inv_x', amount: 0 }))
}

export const settingsCases: readonly Cases[] = [numbering, letterhead, logo, spreadsheets, quantities]
