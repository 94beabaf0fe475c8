import { addressLines } from '../../../model/country/address.ts'
import { oneLine } from './formats.ts'
import { logoBlock } from './logo.ts'
import type { PrintedCompany, PrintedDocument, PrintedFact } from './printed-document.ts'
import type { Sheet } from './sheet.ts'
import { BARE, type Block, COLOURS, label, number, roomFor, SIZES, type TableLayout } from './style.ts'

const FACT_LABEL_WIDTH = 82
const LONG_HEADING = 12
const LETTER_GAP = 0.5

const quiet = (text: string): Block => ({ text, color: COLOURS.muted, lineHeight: 1.15 })

/** Two columns in a row of at least this height. */
function sideBySide(left: Block, right: Block, { page }: Sheet, height: number): Block {
  const layout: TableLayout = { ...BARE, paddingLeft: (column) => (column === 0 ? 0 : page.gap) }
  return { table: { widths: [page.main, page.side], heights: [height], body: [[left, right]] }, layout }
}

const withMargin = (block: Block, bottom: number): Block => ({ ...block, margin: [0, 0, 0, bottom] })

const contactOf = ({ email, phone }: PrintedCompany) => [email, phone].map(oneLine).filter(Boolean)

const taxIdLine = (taxId: string | null, { words }: Sheet) => (oneLine(taxId) ? `${words.taxId} ${oneLine(taxId)}` : '')

/** Beside a logo the name needs no size of its own. */
function companyName({ company, letterhead }: PrintedDocument, { accent }: Sheet): Block[] {
  const logo = letterhead.logo && logoBlock(letterhead.logo)
  const fontSize = logo ? SIZES.lead : SIZES.company
  const name: Block = { text: oneLine(company.name), fontSize, bold: true, color: accent, margin: [0, 0, 0, 4] }
  return logo ? [logo, name] : [name]
}

/** Above a window there is less room; the tax id stands at the foot of the page anyway. */
function companyBlock(document: PrintedDocument, sheet: Sheet): Block {
  const { company } = document
  const contact = contactOf(company).join('  ·  ')
  const taxId = sheet.page.window ? '' : taxIdLine(company.taxId, sheet)
  const details = [...sheet.formats.address(company.address), contact, taxId].filter(Boolean)
  return { stack: [...companyName(document, sheet), ...details.map(quiet)] }
}

/** What the reader must see of the state at first sight. The others are seen from the amounts. */
const MARK_COLOURS: { readonly [M in NonNullable<PrintedDocument['mark']>]: string } = {
  settled: COLOURS.paid,
  stopped: COLOURS.void,
}

function badge(text: string, color: string): Block {
  const cell: Block = { text, color, bold: true, fontSize: 8, characterSpacing: 1 }
  const layout = { ...BARE, hLineWidth: () => 1, vLineWidth: () => 1, hLineColor: () => color, vLineColor: () => color }
  const padding = { paddingLeft: () => 7, paddingRight: () => 6, paddingTop: () => 3, paddingBottom: () => 2 }
  const box: Block = { table: { widths: ['auto'], body: [[cell]] }, layout: { ...layout, ...padding }, width: 'auto' }
  return { columns: [{ text: '', width: '*' }, box], margin: [0, 8, 0, 0] }
}

/** As large as fits into the column. */
function headingSize(heading: string, width: number): number {
  const usual = heading.length > LONG_HEADING ? SIZES.company : SIZES.title
  const room = width - heading.length * LETTER_GAP
  return Math.min(usual, (usual * room) / roomFor(heading, usual))
}

function titleBlock({ isDraft, kind, number: given, mark }: PrintedDocument, { words, page }: Sheet): Block {
  const heading = (isDraft ? words.draft : kind).toUpperCase()
  const fontSize = headingSize(heading, page.side)
  const title = number(heading, { fontSize, bold: true, characterSpacing: LETTER_GAP })
  const called = isDraft ? `${kind} ${oneLine(given)}`.trim() : oneLine(given)
  const below = isDraft && !given ? words.notIssued(kind) : called
  const stack = [title, { text: below, fontSize: SIZES.lead, alignment: 'right', color: COLOURS.muted } as const]
  return { stack: mark ? [...stack, badge(words[mark], MARK_COLOURS[mark])] : stack }
}

const partyName = ({ party }: PrintedDocument): Block => ({
  text: oneLine(party.name),
  fontSize: SIZES.lead,
  bold: true,
  margin: [0, 0, 0, 2],
})

function partyBlock(document: PrintedDocument, sheet: Sheet): Block {
  const { party, partyLabel } = document
  const details = [...sheet.formats.address(party.address), taxIdLine(party.taxId, sheet)].filter(Boolean)
  return { stack: [label(partyLabel), partyName(document), ...details.map(quiet)] }
}

/** The dates and references, without empty ones. */
function factsBlock(facts: readonly PrintedFact[], { page, accent }: Sheet): Block {
  const body = facts
    .filter(({ text }) => text !== '')
    .map(({ name, text, isStrong }): Block[] => [
      { text: name, color: COLOURS.muted },
      { text, alignment: 'right', ...(isStrong && { bold: true, color: accent }) },
    ])
  const widths = [FACT_LABEL_WIDTH, page.side - FACT_LABEL_WIDTH]
  return body.length > 0 ? { table: { widths, body }, layout: { ...BARE, paddingBottom: () => 4 } } : { text: '' }
}

/** The name and address alone, as the envelope shows them. The window of DIN 5008 has room for the sender above. */
function windowBlock(document: PrintedDocument, { formats }: Sheet): Block {
  const { company, party, letterhead } = document
  const address = formats.address(party.address).map((text): Block => ({ text, lineHeight: 1.15 }))
  const sender = [oneLine(company.name), ...addressLines(company.address ?? {})].filter(Boolean).join('  ·  ')
  const above: Block = { text: sender, fontSize: 6.5, color: COLOURS.muted, margin: [0, 34, 0, 6] }
  return { stack: [...(letterhead.addressWindow === 'din5008' ? [above] : []), partyName(document), ...address] }
}

/** The upper part of a letter for a window: what does not fit above the window stands beside it. */
function windowedMasthead(document: PrintedDocument, sheet: Sheet, window: { top: number; body: number }): Block[] {
  const { company, party, letterhead } = document
  const { page, words } = sheet
  const isDin = letterhead.addressWindow === 'din5008'
  const facts = [...document.facts, { name: words.partyTaxId, text: oneLine(party.taxId) }]
  const contact = isDin ? contactOf(company).map((text): Block => ({ ...quiet(text), alignment: 'right' })) : []
  const beside: Block = { stack: [factsBlock(facts, sheet), ...contact], margin: [0, isDin ? 14 : 0, 0, 0] }
  const sender = isDin ? { stack: companyName(document, sheet) } : companyBlock(document, sheet)
  return [
    sideBySide(sender, titleBlock(document, sheet), sheet, window.top - page.top),
    sideBySide(windowBlock(document, sheet), beside, sheet, window.body - window.top),
  ]
}

export function masthead(document: PrintedDocument, sheet: Sheet): Block[] {
  const { window } = sheet.page
  if (window) return windowedMasthead(document, sheet, window)
  return [
    withMargin(sideBySide(companyBlock(document, sheet), titleBlock(document, sheet), sheet, 0), 30),
    withMargin(sideBySide(partyBlock(document, sheet), factsBlock(document.facts, sheet), sheet, 0), 24),
  ]
}
