import zlib from 'node:zlib'

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants

/** Undoes each content coding. */
export const UNPACK = {
  gzip: (bytes: Buffer) => zlib.gunzipSync(bytes),
  br: (bytes: Buffer) => zlib.brotliDecompressSync(bytes),
  zstd: (bytes: Buffer) => zlib.zstdDecompressSync(bytes),
}
export type Coding = keyof typeof UNPACK
export const CODINGS = Object.keys(UNPACK) as readonly Coding[]

/** What can be read of an answer that was cut off. */
export const UNPACK_BEGINNING: typeof UNPACK = {
  gzip: (bytes) => zlib.gunzipSync(bytes, { finishFlush: Z_SYNC_FLUSH }),
  br: (bytes) => zlib.brotliDecompressSync(bytes, { finishFlush: BROTLI_OPERATION_FLUSH }),
  zstd: (bytes) => zlib.zstdDecompressSync(bytes, { finishFlush: ZSTD_e_flush }),
}
