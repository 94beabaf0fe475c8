import type { PrintedRemark } from './printed-document.ts'
import type { Page } from './sheet.ts'
import { type Block, COLOURS, label, SIZES } from './style.ts'

const ROW_LENGTH = 90
const ROWS_TOGETHER = 30
const isShort = (text: string) => text.split('\n').length + text.length / ROW_LENGTH < ROWS_TOGETHER

/** Its squares are whole points wide: two of them for any content that fits into the size. */
const CODE_SIZE = 116
const LONG_CODE_SIZE = 138
const LONG_CODE_BYTES = 213

function codeBlock({ content, caption }: NonNullable<PrintedRemark['qr']>): Block {
  const fit = Buffer.byteLength(content) > LONG_CODE_BYTES ? LONG_CODE_SIZE : CODE_SIZE
  const name: Block = { text: caption, fontSize: SIZES.small, color: COLOURS.muted, margin: [0, 4, 0, 0] }
  return { stack: [{ qr: content, eccLevel: 'M', mode: 'octet', fit }, name] }
}

/** A short text stays together with its heading; a long one may break over pages. */
export function remark({ title, text, qr }: PrintedRemark, { main, gap, side }: Page): Block[] {
  if (text === '') return []
  const words: Block = { stack: [...(title ? [label(title)] : []), { text, lineHeight: 1.2 }] }
  const margin = [0, 18, 0, 0] as const
  if (!qr) return [{ ...words, unbreakable: isShort(text), margin }]
  const columns = [
    { ...words, width: main },
    { ...codeBlock(qr), width: side },
  ]
  return [{ columns, columnGap: gap, unbreakable: true, margin }]
}
