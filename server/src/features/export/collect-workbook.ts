import { invalid } from '../../core/lists/parameters.ts'
import { Semaphore } from '../../core/semaphore.ts'
import { type Message, msg } from '../../model/message.ts'
import { WorkbookFault } from '../xlsx/fault.ts'
import type { WorkbookHead } from '../xlsx/write-workbook.ts'
import { writeXlsx } from '../xlsx/xlsx.ts'

/** A workbook is made in memory, from all of its rows. */
export const CELLS_MAX = 1_000_000
const BYTES_MAX = 64_000_000
const NEW_LINE = 10

/** Each holds its rows until its workbook is made; further ones begin later. */
const exports = new Semaphore(2)

/** The workbook from the pieces of an export. Refuses an export that is too large for one, as soon as that is known. */
export const collectWorkbook = (pieces: AsyncIterable<Buffer>): Promise<Buffer> => exports.run(() => collect(pieces))

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const collected: Buffer[] = []
  let columns = 0
  let lines = 0
  let bytes = 0
  for await (const piece of pieces) {
    if (collected.length === 0) columns = columnsIn(piece)
    lines += linesIn(piece)
    bytes += piece.length
    if (lines * columns > CELLS_MAX || bytes > BYTES_MAX) throw invalid('format', TOO_LARGE)
    collected.push(piece)
  }
  return writeXlsx(collected).catch((error) => {
    throw error instanceof WorkbookFault && error.reason === 'large' ? invalid('format', TOO_LARGE) : error
  })
}

const TOO_LARGE: Message = msg`An Excel file can have at most ${CELLS_MAX} cells here. Filter the records, choose fewer fields, or use format=csv, which has no limit.`

const columnsIn = (first: Buffer): number =>
  (JSON.parse(first.toString('utf8', 0, first.indexOf(NEW_LINE))) as WorkbookHead).headings.length

function linesIn(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(NEW_LINE); at >= 0; at = piece.indexOf(NEW_LINE, at + 1)) count++
  return count
}
