import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from './answers/compression.ts'

/** A file that is the same for every client until the program changes. */
export interface Asset {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly zipped: Buffer
}

/** Made and compressed when it is first asked for, then kept. */
export function createAsset(type: string, make: () => Promise<string>): () => Promise<Asset> {
  let kept: Promise<Asset> | undefined
  const build = async (): Promise<Asset> => {
    const plain = Buffer.from(await make())
    const etag = `W/"${hash('sha256', plain, 'base64url').slice(0, 16)}"`
    return { type, etag, plain, zipped: await promisify(gzip)(plain) }
  }
  return () => {
    kept ??= build()
    return kept
  }
}

/** A browser keeps it, and asks whether it is still the same. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const { type, etag, plain, zipped } = asset
  reply.headers({ etag, 'cache-control': 'public, no-cache', vary: reply.usualHeaders().vary ?? 'Accept-Encoding' })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.type(type)
  const isZipped = acceptsGzip(request.headers['accept-encoding'])
  return isZipped ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain)
}
