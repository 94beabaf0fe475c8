import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Definition, definitionOf } from './definition.ts'
import { logoBlock } from './logo.ts'
import type { PrintedDocument, PrintedLogo } from './printed-document.ts'

/** What is used of pdfmake, which brings no types of its own. */
interface Pdfmake {
  readonly virtualfs: { writeFileSync(name: string, content: Buffer): void }
  setFonts(fonts: Readonly<Record<string, Readonly<Record<'normal' | 'bold', string>>>>): void
  setUrlAccessPolicy(isAllowed: (url: string) => boolean): void
  setLocalAccessPolicy(isAllowed: (path: string) => boolean): void
  createPdf(definition: Pick<Definition, 'defaultStyle' | 'content'>): { getBuffer(): Promise<Buffer> }
}

const require = createRequire(import.meta.url)
const FONTS = { normal: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' }

let printer: Pdfmake | undefined

/** Loaded for the first document: it takes a fifth of a second, which most processes never need. */
function loadPrinter(): Pdfmake {
  const pdfmake: Pdfmake = require('pdfmake')
  for (const file of Object.values(FONTS)) {
    pdfmake.virtualfs.writeFileSync(file, readFileSync(require.resolve(`pdfmake/fonts/Roboto/${file}`)))
  }
  pdfmake.setFonts({ Roboto: FONTS })
  // The fonts are in memory by now: whatever a document says, drawing it opens no file and no connection.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
  return pdfmake
}

/** Draws a page with nothing but the logo. Rejects where that is not possible. */
export async function renderLogo(logo: PrintedLogo): Promise<void> {
  printer ??= loadPrinter()
  await printer.createPdf({ defaultStyle: { font: 'Roboto' }, content: [logoBlock(logo)] }).getBuffer()
}

export async function renderPdf(document: PrintedDocument): Promise<Buffer> {
  printer ??= loadPrinter()
  return printer.createPdf(definitionOf(document)).getBuffer()
}
