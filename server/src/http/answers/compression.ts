import { pipeline, type Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import { Bounded } from '../../model/memo.ts'

/** Shorter answers fit into one packet anyway. */
export const COMPRESSED_FROM = 1500

const { constants } = zlib
/** Fast levels: a list compresses well with any of them, and the processor is what a busy server is short of. */
export const GZIP = { level: 1, windowBits: 14, memLevel: 7 }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } }
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** What is large and rarely asked for, such as the description of all resources, takes longer to send than to compress. */
const LARGE_BYTES = 65_536
const ZSTD_OF_LARGE = { params: { [constants.ZSTD_c_compressionLevel]: 9 } }

const CODINGS = {
  zstd: {
    // With the size it takes smaller tables, and needs less time to clear them.
    whole: (bytes: Buffer) => {
      const options = bytes.length < LARGE_BYTES ? ZSTD : ZSTD_OF_LARGE
      return zlib.zstdCompressSync(bytes, { ...options, pledgedSrcSize: bytes.length })
    },
    stream: () => zlib.createZstdCompress(ZSTD),
  },
  br: {
    whole: (bytes: Buffer) => zlib.brotliCompressSync(bytes, BROTLI),
    stream: () => zlib.createBrotliCompress(BROTLI),
  },
  gzip: { whole: (bytes: Buffer) => zlib.gzipSync(bytes, GZIP), stream: () => zlib.createGzip(GZIP) },
} satisfies Record<string, { whole(bytes: Buffer): Buffer; stream(): Transform }>
type Coding = keyof typeof CODINGS

/** The first of these that the client accepts. */
const PREFERRED: readonly Coding[] = ['zstd', 'br', 'gzip']

/** Clients repeat the same few headers. */
const choices = new Bounded<{ readonly coding: Coding | undefined }>(100)

/** Undefined: the answer goes out as it is. */
export function codingFor(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined) return undefined
  return (choices.get(acceptEncoding) ?? choices.keep(acceptEncoding, { coding: choose(acceptEncoding) })).coding
}

function choose(acceptEncoding: string): Coding | undefined {
  const accepted = acceptedBy(acceptEncoding)
  return PREFERRED.find((coding) => accepted.get(coding)) ?? (acceptsGzip(acceptEncoding) ? 'gzip' : undefined)
}

export function acceptsGzip(acceptEncoding = ''): boolean {
  const accepted = acceptedBy(acceptEncoding)
  return accepted.get('gzip') ?? accepted.get('*') ?? false
}

const acceptedBy = (acceptEncoding: string): ReadonlyMap<string, boolean> =>
  new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))]
    }),
  )

/** A PDF is compressed already. */
export const isText = (contentType: string | undefined): boolean =>
  /^(text\/|application\/\w*json)/.test(contentType ?? '')

export const compressed = (coding: Coding, text: string): Buffer => CODINGS[coding].whole(Buffer.from(text))

/** If the source fails, so does the result: no client takes a part for the whole. */
export function compressedStream(coding: Coding, source: Readable): Transform {
  const target = CODINGS[coding].stream()
  pipeline(source, target, () => undefined)
  return target
}
