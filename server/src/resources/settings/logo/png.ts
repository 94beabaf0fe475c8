import { crc32, inflateSync } from 'node:zlib'
import { type Message, msg } from '../../../model/message.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const SIDE_MAX = 2000
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12
const HEADER_BYTES = 13
const DEPTH = 8
const FILTER_MAX = 4
/** Samples of a pixel by the colour type of the header. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const PALETTE = 3

interface Chunk {
  readonly type: string
  readonly content: Buffer
}

/** The chunks of a file that is complete and undamaged; undefined of any other. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= bytes.length; ) {
    const end = at + FRAME_BYTES + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, content: bytes.subarray(at + 8, end - 4) })
    if (type === 'IEND') return chunks
    at = end
  }
  return undefined
}

/** Whether the pixels are there: the library that draws them ends the process where they are not. */
function hasPixels(packed: readonly Buffer[], rowBytes: number, rows: number): boolean {
  try {
    const pixels = inflateSync(Buffer.concat(packed), { maxOutputLength: rowBytes * rows })
    if (pixels.length !== rowBytes * rows) return false
    return Array.from({ length: rows }, (_, row) => pixels[row * rowBytes]!).every((filter) => filter <= FILTER_MAX)
  } catch {
    return false
  }
}

/** Why a PNG cannot be printed; undefined if it can. */
export function pngFault(bytes: Buffer): Message | undefined {
  const chunks = chunksOf(bytes)
  const header = chunks?.[0]
  if (header?.type !== 'IHDR' || header.content.length !== HEADER_BYTES) return msg`The file is not a valid PNG.`
  const [width, height] = [header.content.readUInt32BE(0), header.content.readUInt32BE(4)]
  const [depth, colour, , , interlace] = header.content.subarray(8) as unknown as number[]
  if (width > SIDE_MAX || height > SIDE_MAX) {
    return msg`The picture has ${width} × ${height} pixels; at most ${SIDE_MAX} × ${SIDE_MAX} are possible.`
  }
  if (depth !== DEPTH || interlace !== 0) return msg`Save the PNG with 8 bits per channel and without interlacing.`
  const samples = SAMPLES[colour!]
  const packed = chunks!.filter(({ type }) => type === 'IDAT').map(({ content }) => content)
  const hasPalette = colour !== PALETTE || chunks!.some(({ type }) => type === 'PLTE')
  const isWhole = width > 0 && height > 0 && samples && hasPalette && hasPixels(packed, 1 + width * samples, height)
  return isWhole ? undefined : msg`The file is not a valid PNG.`
}
