import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

interface PngOptions {
  readonly width?: number
  readonly height?: number
  readonly depth?: number
  /** 2 is RGB, 3 a palette, 6 RGB with alpha. */
  readonly colour?: number
  readonly interlace?: number
  readonly pixels?: Buffer
}

/** A picture of one colour; what is given instead need not fit together. */
export function png({
  width = 40,
  height = 20,
  depth = 8,
  colour = 6,
  interlace = 0,
  pixels,
}: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlace], 8)
  const samples = { 2: 3, 3: 1, 6: 4 }[colour] ?? 1
  const row = Buffer.alloc(1 + width * samples, 200)
  row[0] = 0
  const content = pixels ?? deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}

export const svg = (inside = '<rect width="40" height="20" fill="#0a6b57"/>', attributes = 'viewBox="0 0 40 20"') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`
