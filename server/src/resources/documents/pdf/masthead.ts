import { addressLines, oneLine } from './formats.ts'
import type { PrintedCompany, PrintedDocument, PrintedParty } from './printed-document.ts'
import { BARE, type Block, COLOURS, label, MAIN_WIDTH, number, SIDE_GAP, SIDE_WIDTH, SIZES } from './style.ts'

const FACT_LABEL_WIDTH = 82
const LONG_HEADING = 12

const quiet = (text: string): Block => ({ text, color: COLOURS.muted, lineHeight: 1.15 })
const sideBySide = (left: Block, right: Block, bottom: number): Block => ({
  columns: [
    { ...left, width: MAIN_WIDTH },
    { ...right, width: SIDE_WIDTH },
  ],
  columnGap: SIDE_GAP,
  margin: [0, 0, 0, bottom],
})

const taxIdText = ({ taxId }: PrintedParty) => (oneLine(taxId) ? `Tax ID ${oneLine(taxId)}` : '')

function companyBlock(company: PrintedCompany): Block {
  const contact = [company.email, company.phone].map(oneLine).filter(Boolean).join('  ·  ')
  const details = [...addressLines(company.address), contact, taxIdText(company)].filter(Boolean)
  const name: Block = { text: oneLine(company.name), fontSize: SIZES.company, bold: true, color: COLOURS.accent }
  return { stack: [{ ...name, margin: [0, 0, 0, 4] }, ...details.map(quiet)] }
}

/** What the reader must see of the state at first sight. The others are seen from the amounts. */
const MARKS: { readonly [M in NonNullable<PrintedDocument['mark']>]: { text: string; color: string } } = {
  paid: { text: 'PAID', color: COLOURS.paid },
  cancelled: { text: 'CANCELLED', color: COLOURS.void },
}

function badge({ text, color }: { text: string; color: string }): Block {
  const cell: Block = { text, color, bold: true, fontSize: 8, characterSpacing: 1 }
  const layout = { ...BARE, hLineWidth: () => 1, vLineWidth: () => 1, hLineColor: () => color, vLineColor: () => color }
  const padding = { paddingLeft: () => 7, paddingRight: () => 6, paddingTop: () => 3, paddingBottom: () => 2 }
  const box: Block = { table: { widths: ['auto'], body: [[cell]] }, layout: { ...layout, ...padding }, width: 'auto' }
  return { columns: [{ text: '', width: '*' }, box], margin: [0, 8, 0, 0] }
}

function titleBlock({ isDraft, kind, number: given, mark: state }: PrintedDocument): Block {
  const heading = isDraft ? 'DRAFT' : kind.toUpperCase()
  const fontSize = heading.length > LONG_HEADING ? SIZES.company : SIZES.title
  const title = number(heading, { fontSize, bold: true, characterSpacing: 0.5 })
  const called = isDraft ? `${kind} ${oneLine(given)}`.trim() : oneLine(given)
  const below = isDraft && !given ? `${kind}, not yet issued` : called
  const mark = state && MARKS[state]
  const stack = [title, { text: below, fontSize: SIZES.lead, alignment: 'right', color: COLOURS.muted } as const]
  return { stack: mark ? [...stack, badge(mark)] : stack }
}

function partyBlock({ party, partyLabel }: PrintedDocument): Block {
  const details = [...addressLines(party.address), taxIdText(party)].filter(Boolean)
  const name: Block = { text: oneLine(party.name), fontSize: SIZES.lead, bold: true, margin: [0, 0, 0, 2] }
  return { stack: [label(partyLabel), name, ...details.map(quiet)] }
}

/** The dates and references, without empty ones. */
function factsBlock({ facts }: PrintedDocument): Block {
  const body = facts
    .filter(({ text }) => text !== '')
    .map(({ name, text, isStrong }): Block[] => [
      { text: name, color: COLOURS.muted },
      { text, alignment: 'right', ...(isStrong && { bold: true, color: COLOURS.accent }) },
    ])
  const widths = [FACT_LABEL_WIDTH, SIDE_WIDTH - FACT_LABEL_WIDTH]
  return body.length > 0 ? { table: { widths, body }, layout: { ...BARE, paddingBottom: () => 4 } } : { text: '' }
}

export const masthead = (document: PrintedDocument): Block[] => [
  sideBySide(companyBlock(document.company), titleBlock(document), 30),
  sideBySide(partyBlock(document), factsBlock(document), 24),
]
